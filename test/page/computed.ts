import { ControlClient } from '../../src/client/client.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import type { ReplaySource } from '../../src/history/replay/replay-host.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { toSessionText } from '../../src/history/session/write.ts'
import { openHistory } from '../../src/page/service/open-history.ts'
import { PageControl } from '../../src/page/service/page-control.ts'

/** Returns all computations over a history as one text: the replay, the report, and the coming events. */
export async function computed(
  text: string,
  sampleTexts: ReplaySource['sampleTexts'],
): Promise<string> {
  const version = '0.0.0'
  const { sandbox, replay } = openHistory(readSession(text, 'file'), sampleTexts)
  const { fetch } = new PageControl(sandbox, { sampleTexts, version })
  const client = new ControlClient({ url: 'http://127.0.0.1', fetch })
  const found: unknown[] = [replay.answers, replay.equal, [...replay.different]]
  found.push(reportOn(sandbox.accounts().map(toJudged)))
  for (const { name } of sandbox.accounts()) {
    const perform = (action: string, body: object) =>
      client.ask('POST actions/:action', { account: name, action, body }).catch(String)
    found.push(await perform('advance_clock', { by: '25h' }), await perform('settle_invoice', {}))
    found.push(await client.ask('GET accounts/:account', { account: name }))
    found.push(await client.ask('GET accounts/:account/history', { account: name }))
  }
  const file = toSession(sandbox, sandbox.accounts(), { version })
  return `${JSON.stringify(found)}\n${toSessionText(file)}`
}
