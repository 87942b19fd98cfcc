/** The words of any thrown value, for logs and causes. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error))
