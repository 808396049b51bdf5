import { useEffect } from 'preact/hooks'
import { message } from '../state/message.ts'
import { route } from '../state/route.ts'
import { onKeys, UNDO } from '../state/shortcuts.ts'
import { lastAction, undo } from '../state/travel/undo.ts'
import { ShortcutsButton } from './frame/shortcuts-dialog.tsx'

/**
 * The line below every screen: what the last action changed, or why it failed. It has a place of its
 * own, so that it covers nothing, and stays until the next message.
 */
export function MessageBar() {
  const visible = message.value
  const offer = visible?.offer?.account === route.value.account ? visible.offer : undefined
  return (
    <footer class="message-bar" aria-label="Last action">
      <p
        class={`message ${visible?.kind ?? ''}`}
        role={visible?.kind === 'error' ? 'alert' : 'status'}
      >
        {visible?.kind === 'error' && <b>Failed: </b>}
        {visible?.text}
      </p>
      {visible?.kind === 'error' && (
        <button type="button" onClick={() => (message.value = null)}>
          Close
        </button>
      )}
      {offer && (
        <button type="button" onClick={offer.run}>
          {offer.label}
        </button>
      )}
      <Undo />
      <ShortcutsButton />
    </footer>
  )
}

function Undo() {
  useEffect(() => onKeys({ [UNDO]: () => void undo() }), [])
  const last = lastAction.value
  if (!last) {
    return (
      <button type="button" aria-disabled="true" title="There is nothing to undo.">
        Undo
      </button>
    )
  }
  return (
    <button type="button" class="undo" title={`Undo: ${last.name}`} onClick={() => void undo()}>
      Undo
      <span>
        : <bdi>{last.name}</bdi>
      </span>
    </button>
  )
}
