import { ControlClient } from '../../src/client/client.ts'
import type { PageTexts } from '../../src/contract/session/page-file.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { carriedTexts } from '../../src/page/carried-texts.ts'
import { PageSandbox } from '../../src/page/page-sandbox.ts'

/** The machine's clock stands still: time passes only where an account's clock is moved. */
const clock = { now: () => 0, after: () => () => {} }

/** A sandbox that goes on from the end of a session, and a client of its control API. */
export function continued(text: string, texts: PageTexts) {
  const page = () => ({ bytes: new Uint8Array() })
  const parts = { clock, sampleTexts: carriedTexts(texts), page }
  const sandbox = new PageSandbox(readSession(text, 'file'), parts)
  sandbox.resume()
  const client = new ControlClient({ url: 'http://127.0.0.1', fetch: sandbox.send })
  return { client, replay: sandbox.replay }
}

/** Returns all computations over a history as one text: the replay, the report, the coming events, the session. */
export async function computed(text: string, texts: PageTexts): Promise<string> {
  const { replay, client } = continued(text, texts)
  const found: unknown[] = [replay.answers, replay.equal, [...replay.different]]
  const { accounts } = await client.ask('GET accounts')
  for (const { name: account } of accounts) {
    const perform = (action: string, body: object) =>
      client.ask('POST actions/:action', { account, action, body }).catch(String)
    found.push(await client.ask('GET report', { account }))
    found.push(await perform('advance_clock', { by: '25h' }), await perform('settle_invoice', {}))
    found.push(await client.ask('GET accounts/:account', { account }))
    found.push(await client.ask('GET accounts/:account/history', { account }))
  }
  found.push(await client.ask('GET session'))
  return JSON.stringify(found)
}
