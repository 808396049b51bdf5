import { useState } from 'preact/hooks'
import { token, unlock } from '../state/client.ts'
import { Form } from './form/form.tsx'

/** Asks for the control token once per browser tab. */
export function TokenForm() {
  const [text, setText] = useState('')
  const wasRefused = token.value !== undefined
  return (
    <Form class="stack" label="Control token" onSubmit={() => unlock(text.trim())}>
      <h2>Control token</h2>
      <p>
        This sandbox requires a control token. Ask the person who started it. The token is stored
        for this browser tab only.
      </p>
      {wasRefused && (
        <p role="alert">
          <b>This token is not valid.</b>
        </p>
      )}
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
      <button type="submit" class="primary">
        Open
      </button>
    </Form>
  )
}
