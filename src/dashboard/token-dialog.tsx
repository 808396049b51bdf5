import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { isLocked, unlock } from './sandbox.ts'

/** Asks for the control token, once for this tab. */
export function TokenDialog() {
  const [text, setText] = useState('')
  return (
    <Dialog
      title="Control token"
      action="Open"
      onSubmit={() => unlock(text.trim())}
      onClose={() => (isLocked.value = true)}
    >
      <p>This sandbox was started with a control token. It is kept for this tab only.</p>
      <label class="field">
        <span>Token</span>
        <input
          type="password"
          autocomplete="off"
          required
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
    </Dialog>
  )
}
