import { useState } from 'preact/hooks'
import { token, unlock } from '../state/state.ts'

/** Asks for the control token, once for this tab. */
export function TokenForm() {
  const [text, setText] = useState('')
  const wasRefused = token.value !== undefined
  return (
    <form
      class="card token stack"
      aria-labelledby="token"
      onSubmit={(event) => {
        event.preventDefault()
        unlock(text.trim())
      }}
    >
      <h2 id="token">Control token</h2>
      <p>
        This sandbox was started with a control token. Whoever started it knows it; it is kept for
        this tab only.
      </p>
      {wasRefused && (
        <p role="alert">
          <b>The sandbox did not take that token.</b>
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
    </form>
  )
}
