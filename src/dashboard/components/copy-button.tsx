import { copy } from '../state/browser/clipboard.ts'

type CopyButtonProps = {
  /** Undefined if it could not be fetched; the reason is shown then. */
  text: () => string | Promise<string | undefined>
  /** The text of the line at the bottom after copying. */
  said: string
  kind?: 'primary'
  children: string
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, said, kind, children }: CopyButtonProps) {
  const copyText = async () => {
    const copied = await text()
    if (copied !== undefined) await copy(copied, said)
  }
  return (
    <button type="button" class={kind} onClick={() => void copyText()}>
      {children}
    </button>
  )
}
