import { showDone, showError } from '../state/notice.ts'

/** Copies a text to the clipboard. */
export function CopyButton({ text, children }: { text: () => string; children: string }) {
  const copy = async () => {
    if (await toClipboard(text())) showDone('Copied')
    else showError('The browser does not let this page copy; select the text and copy it yourself')
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

/** The old way: on a shared machine, by http, browsers offer a page no other. */
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
