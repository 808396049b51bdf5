import { storedBounds } from '../../../contract/values/bounds.ts'
import { tooLarge } from '../../../contract/control/too-large.ts'
import type { SandboxState } from '../../../contract/state/state.ts'
import { toAccountView } from '../../../core/views/account-view.ts'
import { leastStateCharacters, sandboxPieces } from '../../../core/views/state-text.ts'
import { inTurns } from '../../../derived/in-turns.ts'
import { toText } from '../../../derived/messages.ts'
import { endedAnswer, type Answer, type AnyContext, type Handlers } from '../route.ts'

type StateContext = Pick<AnyContext, 'sandbox' | 'bytes' | 'machineMs' | 'parts' | 'response'>

/** The state of the sandbox as one JSON value, to save and to restore. */
export const stateHandlers = {
  'GET state': answerState,
  'PUT state': async (context) => {
    const { sandbox, parts } = context
    const state = await readState(context)
    if (state === undefined) return endedAnswer(parts)
    const machineMs = parts.clock.now()
    sandbox.restore(state, machineMs)
    return {
      body: {
        accounts: sandbox
          .accounts()
          .map((account) => toAccountView(sandbox.syncClock(account, machineMs))),
      },
    }
  },
} satisfies Partial<Handlers>

/** The state of all accounts at this moment. @throws ActionError 413 when it would be too large for PUT. */
async function answerState({
  sandbox,
  machineMs,
  parts,
  response,
}: StateContext): Promise<Answer<never>> {
  const snapshots = sandbox
    .accounts()
    .map((account) => sandbox.syncClock(account, machineMs).pinned(machineMs))
  const instead = 'use --db to persist a sandbox of this size'
  if (leastStateCharacters(snapshots) > storedBounds.controlAnswerBytes.max) throw tooLarge(instead)
  const fields = sandbox.liveState(machineMs, [])
  const pieces = await parts.composing.run(response, (left) =>
    inTurns(composed(sandboxPieces(fields, snapshots), instead), left),
  )
  return pieces ? { pieces } : endedAnswer(parts)
}

/** Composes the answer in steps, between which others have their turn. @throws ActionError 413 */
function* composed(pieces: Iterable<string>, instead: string): Generator<void, string[]> {
  const all: string[] = []
  let length = 0
  for (const piece of pieces) {
    all.push(piece)
    length += piece.length
    if (length > storedBounds.controlAnswerBytes.max) throw tooLarge(instead)
    yield
  }
  return all
}

/** The state in the body, which a worker thread checks. Undefined when the client leaves. @throws ActionError 400 */
async function readState({
  bytes,
  parts,
  response,
}: StateContext): Promise<SandboxState | undefined> {
  const checked = await parts.derived.run(response, () => ({
    name: 'state',
    options: {},
    pieces: [bytes],
  }))
  return checked && (JSON.parse(toText(checked.bytes)) as SandboxState)
}
