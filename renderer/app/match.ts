/** How well what was typed fits a text, 0 for not at all: whole words first, then beginnings, then letters in order, one letter wrong allowed. */
export function score(typed: string, text: string): number {
  const wanted = typed.trim().toLowerCase()
  const words = text.toLowerCase().split(/[\s@.,]+/)
  if (wanted === '') return 1
  const parts = wanted.split(/\s+/).map((part) => Math.max(...words.map((word) => wordScore(part, word))))
  if (parts.every((points) => points > 0)) return parts.reduce((sum, points) => sum + points, 0) / parts.length
  return inOrder(wanted.replaceAll(' ', ''), words.join('')) ? 1 : 0
}

function wordScore(part: string, word: string): number {
  if (word === part) return 10
  if (word.startsWith(part)) return 8
  if (word.includes(part)) return 5
  return part.length > 3 && nearlyStarts(part, word) ? 3 : 0
}

function inOrder(letters: string, text: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return letters.length > 2
}

/** The same beginning but for one letter missing, added, changed or swapped. */
function nearlyStarts(part: string, word: string): boolean {
  const i = [...part].findIndex((letter, at) => letter !== word.charAt(at))
  if (i === -1) return true
  const rest = (text: string, from: number) => text.slice(from)
  const tails = [word.startsWith(rest(part, i + 1), i + 1), word.startsWith(rest(part, i), i + 1), word.startsWith(rest(part, i + 1), i)]
  const swapped = part.charAt(i) === word.charAt(i + 1) && part.charAt(i + 1) === word.charAt(i) && word.startsWith(rest(part, i + 2), i + 2)
  return tails.includes(true) || swapped
}
