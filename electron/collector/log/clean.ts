/**
 * What may be stored of a message. Values of users stand in the log between quotes, in `(…)=(…)`, behind `=`, and in statements: they are dropped, and so are statements that
 * cannot be read by PostgreSQL's scanner. Names of relations, constraints, users … that a message quotes stay, since without them it says nothing.
 */

/** What a quoted word is the name of when one of these stands before it. */
const OBJECTS =
  /(?:\b(?:relation|table|view|column|constraint|index|database|role|user|function|procedure|schema|type|sequence|extension|language|tablespace|trigger|policy|subscription|publication|slot|server|parameter|setting|file|cursor|statement|savepoint|operator|collation|library)\s|\bautomatic (?:aggressive )?(?:vacuum|analyze)[\w ]*: )$/

const MOST = 1_000

/** A message without values of users, its numbers kept. Texts that clients write themselves (RAISE) lose their numbers too. */
export function cleanMessage(message: string, written: boolean): string {
  const quoted = dropQuoted(message)
  const cleaned = written ? quoted.replace(NUMBER, '…') : quoted
  return cleaned.slice(0, MOST)
}

/** What messages that differ by values, names of processes and amounts only have in common. */
export const classOf = (cleaned: string): string => (cleaned.split('\n', 1)[0] ?? '').replace(/=\S+/g, '=…').replace(NUMBER, '…').slice(0, 300)

const NUMBER = /(?<![\p{L}\p{N}_$])(?:[\dA-F]+\/[\dA-F]+|-?\d+(?:[./]\d+)*)/gu

function dropQuoted(text: string): string {
  return text.replace(/"((?:[^"]|"")*)"|'(?:[^']|'')*'/g, (whole, name: string | undefined, at: number) => {
    if (name === undefined) return "'…'"
    return OBJECTS.test(text.slice(Math.max(0, at - 60), at)) ? whole : '"…"'
  })
}

/** Behind these come the values of a key, a row, a statement's parameters or a document, to the end. */
const VALUES = /(\)=\(|contains |parameters: |JSON data, line \d+: ).*$/is

/** DETAIL and CONTEXT: as a message, and without the values of keys and rows. `normalise` gives a statement without its literals, or undefined. */
export function cleanDetail(detail: string, normalise: (sql: string) => string | undefined): string {
  return detail
    .split(/\n(?=Process \d+)/)
    .map((part) => {
      // Deadlocks: who waits for what, and then the statement of each.
      const [, who, sql] = /^(Process \d+): (?!waits)(.*)$/s.exec(part) ?? []
      if (who !== undefined && sql !== undefined) return `${who}: ${normalise(sql) ?? '…'}`
      return dropQuoted(part.replace(VALUES, '$1…'))
    })
    .join('\n')
    .slice(0, 4 * MOST)
}
