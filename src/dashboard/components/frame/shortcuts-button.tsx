import { useEffect, useState } from 'preact/hooks'
import { onKeys } from '../../state/shortcuts.ts'
import { lazy } from '../lazy.tsx'

const Shortcuts = lazy(
  async () => (await import('./shortcuts-dialog.tsx')).Shortcuts,
  () => null,
)

/** Opens the list of all shortcuts, as `?` does. */
export function ShortcutsButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onKeys({ '?': () => setOpen(true) }), [])
  return (
    <>
      <button
        type="button"
        class="shortcuts-button"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      {isOpen && <Shortcuts onClose={() => setOpen(false)} />}
    </>
  )
}
