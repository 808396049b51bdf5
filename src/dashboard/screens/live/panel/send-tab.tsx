import { useState } from 'preact/hooks'
import { LinesField, TextField } from '../../../components/form/field.tsx'
import { Form } from '../../../components/form/form.tsx'
import { ToldLine } from '../../../components/told-line.tsx'
import { source } from '../../../state/client.ts'
import { account, refresh } from '../../../state/store.ts'
import { tell } from '../../../state/told.ts'

/** Sends requests as a client of the account would. */
export function SendTab() {
  const [body, setBody] = useState('{"label": "shop"}')
  const [query, setQuery] = useState('limit=20')
  return (
    <>
      <Form onSubmit={() => send('POST', '', body)}>
        <LinesField
          label="Body of POST /v1/aliases"
          rows={2}
          spellcheck={false}
          value={body}
          onInput={setBody}
        />
        <button type="submit">Create an alias</button>
      </Form>
      <Form onSubmit={() => send('GET', query)}>
        <TextField label="Query of GET /v1/aliases" value={query} onInput={setQuery} />
        <button type="submit">List aliases</button>
      </Form>
      <ToldLine place="send" />
      <p class="hint">
        The request has the key of this account, and counts like that of any client.
      </p>
    </>
  )
}

/** The most that anybody waits here for an answer. */
const PATIENCE_MS = 60_000

/** Sends a request, and says how it ended; the history says why. */
async function send(method: 'GET' | 'POST', query: string, body?: string): Promise<void> {
  const { url, send: request } = source.peek()
  const headers = {
    authorization: `Bearer ${account.peek()!.api_key}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  try {
    const response = await request(`${url}/v1/aliases${query === '' ? '' : `?${query}`}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.text()
    await refresh()
    tell('send', `Answered ${response.status}.`)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error
    const isOver = error.name === 'TimeoutError'
    tell('send', isOver ? 'No answer came for a minute.' : 'The connection broke.', {
      isFailure: true,
    })
  }
}
