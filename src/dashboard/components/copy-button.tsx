import { showDone, showError } from '../state/message.ts'

type Text = () => string | Promise<string | undefined>

/** Copies a text to the clipboard. A text that could not be fetched is undefined; the reason is shown then. */
export function CopyButton({ text, children }: { text: Text; children: string }) {
  const copy = async () => {
    const copied = await text()
    if (copied === undefined) return
    if (await toClipboard(copied)) showDone('Copied')
    else showError('The browser does not allow copying; select the text and copy it yourself')
  }
  return (
    <button type="button" onClick={() => void copy()}>
      {children}
    </button>
  )
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
