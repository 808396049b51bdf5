import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { areKeysOn, onKeys, shortcuts, turnKeys } from '../../state/shortcuts.ts'

const isOpen = signal(false)

/** Opens the list of all shortcuts, as `?` does. */
export function ShortcutsButton() {
  useEffect(() => onKeys({ '?': () => (isOpen.value = true) }), [])
  return (
    <>
      <button
        type="button"
        class="shortcuts-button"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={() => (isOpen.value = true)}
      >
        ?
      </button>
      {isOpen.value && <Shortcuts />}
    </>
  )
}

function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  const close = () => (isOpen.value = false)
  return (
    <dialog ref={dialog} aria-label="Keyboard shortcuts" onClose={close}>
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
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  )
}
