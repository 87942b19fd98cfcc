import { identify } from './query-id.ts'

/** What may be open where a text was cut: nothing, a literal, a name, a comment, a dollar-quoted literal. */
const CLOSINGS = ['', "'", '"', '*/', '$$']

/** A text that was cut, without comments and literals as any other is kept; `otherwise` where the scanner cannot read it. The scanner must have been loaded. */
export function dropValues(text: string, otherwise: string): string {
  for (const closing of CLOSINGS) {
    const found = identify(text + closing)
    if (found !== undefined) return `${found.text} …`
  }
  return otherwise
}
