/** The way out of the screen by the clipboard. */
import { notify } from './notify.ts'

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(`${what} copied`)
  } catch {
    notify('The clipboard is not available', 'Select the text and copy it by hand.')
  }
}
