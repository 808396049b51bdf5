import { showDone, showError } from '../message.ts'

/** Copies a text to the clipboard, and says what was copied. */
export async function copy(text: string, said: string): Promise<void> {
  if (await toClipboard(text)) showDone(said)
  else showError('The browser does not allow copying; select the text and copy it yourself')
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

/** The clipboard API requires HTTPS or localhost; on a shared machine without them, only this works. */
function copyBySelecting(text: string): boolean {
  const hadFocus = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (hadFocus instanceof HTMLElement) hadFocus.focus()
  return isCopied
}
