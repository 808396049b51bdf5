import { useLayoutEffect, useRef } from 'preact/hooks'
import { areKeysOn, shortcuts, turnKeys } from '../../state/shortcuts.ts'

/** The list of all shortcuts, with a switch for those that may disturb. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-label="Keyboard shortcuts" onClose={onClose}>
      <h2>Keyboard shortcuts</h2>
      <dl class="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={areKeysOn.value}
          onChange={({ currentTarget }) => turnKeys(currentTarget.checked)}
        />
        Shortcuts of a single letter, digit or sign
      </label>
      <div class="row end">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>
  )
}
