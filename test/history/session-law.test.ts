import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../src/contract/history/entry.ts'
import type { Session } from '../../src/contract/session/session.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { lastAction } from '../../src/core/record/last-action.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { loadSession } from '../../src/history/session/load-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { toStoredText } from '../../src/history/session/text.ts'
import { undoIn } from '../../src/history/replay/undo.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { someChoices } from '../support/core/random-actions.ts'
import { livedSandbox, histories } from '../support/core/random-lives.ts'
import { stateOf } from '../support/core/states.ts'
import { runs } from '../support/runs.ts'

const LATER = MACHINE_MS + 100 * 86_400_000

/** The session of a sandbox as it is sent: masked, or as the file of a database holds it. */
const texts: [kind: string, textOf: (sandbox: Sandbox) => string][] = [
  [
    'saved',
    (sandbox) =>
      JSON.stringify(
        toSession(sandbox, sandbox.accounts(), { version: '0.0.0', machineMs: LATER }),
      ),
  ],
  ['stored', (sandbox) => toStoredText(sandbox, { version: '0.0.0', machineMs: LATER })],
]

function loaded(session: Session, machineMs = LATER): Sandbox {
  const sandbox = coreSandbox({}, { seed: 99 })
  loadSession(sandbox, session, { machineMs })
  return sandbox
}

/** All entries, as the control API shows them. */
function itemsOf(sandbox: Sandbox) {
  const entries = sandbox.accounts().map(({ history }) => history.entries())
  return JSON.parse(JSON.stringify(entries)) as Entry[][]
}

/** What comes next: an answer to each key, an action, an undo. */
function next(sandbox: Sandbox, machineMs: number): unknown[] {
  return sandbox.accounts().flatMap((account) => {
    const call = { key: account.state.key.current, machineMs }
    const answers = [
      callCore(sandbox, { ...call, method: 'GET', query: 'limit=3' }),
      callCore(sandbox, { ...call, body: '{"label":"x"}' }),
    ]
    const { entry } = sandbox.perform(account, 'advance_clock', { by: '2m' }, machineMs)
    const last = lastAction(account.history)
    if (last) undoIn(sandbox, account, last.id, machineMs)
    const after = callCore(sandbox, call)
    return [...answers, after].map(({ id, response, why }) => [
      id,
      entry.id,
      response.status,
      response.headers,
      response.body,
      why,
    ])
  })
}

describe.each(texts)('a session that is %s and loaded', (kind, textOf) => {
  it('stands where it stood, answers the same, and can be saved again, whatever happened', () => {
    fc.assert(
      fc.property(histories, someChoices, (scenario, choices) => {
        const sandbox = livedSandbox(scenario, choices)
        const text = textOf(sandbox)
        const session = readSession(text, 'it')
        const { answers, equal, different } = replaySession(session, sampleTexts)
        expect([...different.values()].flat()).toEqual([])
        expect(equal).toBe(answers)
        const again = loaded(session)
        const isMasked = text.includes('****')
        expect(JSON.parse(textOf(again))).toEqual(JSON.parse(text))
        if (isMasked) return
        expect(stateOf(again, LATER)).toEqual(stateOf(sandbox, LATER))
        if (kind === 'stored') expect(itemsOf(again)).toEqual(itemsOf(sandbox))
        expect(next(again, LATER + 5_000)).toEqual(next(sandbox, LATER + 5_000))
      }),
      { numRuns: runs(300) },
    )
  })
})
