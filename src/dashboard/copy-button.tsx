import { showDone, showError } from './notice.ts'

/** Copies a text to the clipboard. */
export function CopyButton({ text, children }: { text: () => string; children: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      showDone('Copied')
    } catch {
      showError('The browser does not let this page copy; select the text and copy it yourself')
    }
  }
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      {children}
    </button>
  )
}
