import { copy } from '../state/browser/clipboard.ts'

type CopyButtonProps = {
  /** The place that says what was copied. */
  place: string
  /** Undefined if it could not be fetched; the reason is told then. */
  text: () => string | Promise<string | undefined>
  /** The words after copying. */
  said: string
  kind?: 'primary'
  label?: string
  children: string
}

/** Copies a text to the clipboard. */
export function CopyButton({ place, text, said, kind, label, children }: CopyButtonProps) {
  const copyText = async () => {
    const copied = await text()
    if (copied !== undefined) await copy(place, copied, said)
  }
  return (
    <button type="button" class={kind} aria-label={label} onClick={() => void copyText()}>
      {children}
    </button>
  )
}
