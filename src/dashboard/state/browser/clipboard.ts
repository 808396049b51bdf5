import { tell } from '../told.ts'

const NOT_ALLOWED = 'The browser does not allow copying: select the text and copy it yourself.'

/** Copies a text to the clipboard, and says at a place what was copied. */
export async function copy(place: string, text: string, said: string): Promise<void> {
  if (await toClipboard(text)) tell(place, said)
  else tell(place, NOT_ALLOWED, { isFailure: true })
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
