/** The known word that a mistyped one most likely meant; undefined when none is near (a third of its letters or more differ). */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known.map((one) => ({ one, away: distance(word, one) })).sort((a, b) => a.away - b.away)
  return best !== undefined && best.away <= Math.max(2, Math.floor(word.length / 3)) ? best.one : undefined
}

/** Levenshtein: letters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
