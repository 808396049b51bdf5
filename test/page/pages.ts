import { gzipSync } from 'node:zlib'
import type { Session } from '../../src/contract/session/session.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { writePage } from '../../src/node/work/write-page.ts'
import { reportOn } from '../../src/report/report.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { toEtiquetteResult } from '../../src/results/etiquette-result.ts'
import type { Case } from '../../src/results/result.ts'
import { contentOfPage } from '../support/content-of-page.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

export function historyOf(sandbox: Sandbox): Session {
  return toSession(sandbox, sandbox.accounts(), { version: '0.0.0' })
}

/** A client that does not wait, a mail, and a clock that was moved. */
export function carelessSandbox(): Sandbox {
  const aliases = [{ label: 'newsletter', id: 'shop' }]
  const sandbox = coreSandbox({ account: { plan: 'pro' }, populate: 30, aliases })
  const act = (action: string, args: object, ms: number) =>
    sandbox.perform(sandbox.account('default'), action, args, MACHINE_MS + ms)
  callCore(sandbox, { body: '{"label":"one"}' })
  act('arm_fault', { kind: 'outage', times: 2 }, 1_000)
  callCore(sandbox, { body: '{"label":"two"}', machineMs: MACHINE_MS + 2_000 })
  callCore(sandbox, { body: '{"label":"two"}', machineMs: MACHINE_MS + 2_100 })
  const mail = {
    to: 'shop@alias-sandbox.example',
    subject: 'Your code',
    text: 'Your code is 482913.',
  }
  act('deliver_mail', mail, 2_500)
  act('advance_clock', { by: '25h' }, 3_000)
  callCore(sandbox, { method: 'GET', query: 'limit=5', machineMs: MACHINE_MS + 5_000 })
  return sandbox
}

/** A history of more entries than are shown first. */
export function busySandbox(): Sandbox {
  const sandbox = coreSandbox({ limits: { burst: 'off', daily: 'off' } })
  for (let at = 0; at < 300; at += 1) {
    callCore(sandbox, { body: '{"label":"shop"}', machineMs: MACHINE_MS + at })
  }
  return sandbox
}

export const sessionPage = (sandbox = carelessSandbox(), note?: string) =>
  writePage({ history: historyOf(sandbox), note })

/** The page of `report`. */
export function reportPage(): string {
  const sandbox = carelessSandbox()
  const result = toEtiquetteResult(reportOn(sandbox.accounts().map(toJudged)))
  return writePage({ result: { ...result, history: historyOf(sandbox) } })
}

/** The page of a command that ran in two scenarios, and failed in the second one. */
export function casesPage(): string {
  const cases: Case[] = [
    { name: 'plus', status: 'pass', history: historyOf(coreSandbox({ populate: 2 })) },
    {
      name: 'careless',
      title: 'It does not wait',
      status: 'fail',
      message: 'exit 1',
      output: 'Error: 503\n    at client.js:3',
      details: [{ as: 'code', title: 'Again', lines: ['alias-sandbox exec -- node client.js'] }],
      history: historyOf(carelessSandbox()),
    },
  ]
  return writePage({ result: { name: 'exec', headline: 'one failed', cases, notes: [] } })
}

type Content = { sessions: Session[]; written_by: string }

export function contentOf(html: string): Content {
  return JSON.parse(contentOfPage(html)) as Content
}

/** The page with other content. */
export function withContent(html: string, content: unknown): string {
  const data = gzipSync(typeof content === 'string' ? content : JSON.stringify(content))
  return withData(html, () => data.toString('base64'))
}

export function withData(html: string, change: (base64: string) => string): string {
  const changed = html.replace(/(id="page-data">)([^<]+)/, (_all, start: string, data: string) => {
    return start + change(data)
  })
  return changed
}
