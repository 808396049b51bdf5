import { showDone, showError } from '../state/notice.ts'

/** Copies a text to the clipboard. */
export function CopyButton({ text, children }: { text: () => string; children: string }) {
  const copy = async () => {
    if (await toClipboard(text())) showDone('Copied')
    else showError('The browser does not allow copying; select the text and copy it yourself')
  }
  return (
    <button type="button" class="small" onClick={() => void copy()}>
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
