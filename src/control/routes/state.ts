import { limits } from '../../contract/limits.ts'
import { tooLarge } from '../../contract/control/too-large.ts'
import type { SandboxState } from '../../contract/state/state.ts'
import { toAccountView } from '../views/account-view.ts'
import { leastStateCharacters, sandboxPieces } from '../../core/account/state-text.ts'
import { toText } from '../../text/bytes.ts'
import { inTurns } from '../work/in-turns.ts'
import type { Answer, AnyContext, Handlers } from '../route.ts'

type StateContext = Pick<AnyContext, 'sandbox' | 'bytes' | 'machineMs' | 'parts' | 'question'>

/** The state of the sandbox as one JSON value, to save and to restore. */
export const stateHandlers = {
  'GET state': answerState,
  'PUT state': async (context) => {
    const { sandbox, parts } = context
    const state = await readState(context)
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
  question,
}: StateContext): Promise<Answer<never>> {
  const snapshots = sandbox
    .accounts()
    .map((account) => sandbox.syncClock(account, machineMs).pinned(machineMs))
  const instead = 'use --db to persist a sandbox of this size'
  if (leastStateCharacters(snapshots) > limits.stateBytes.value) throw tooLarge(instead)
  const fields = sandbox.liveState(machineMs, [])
  const steps = composed(sandboxPieces(fields, snapshots), instead)
  return { pieces: await inTurns(steps, parts.nextTurn, question.left) }
}

/** Composes the answer in steps, between which others have their turn. @throws ActionError 413 */
function* composed(pieces: Iterable<string>, instead: string): Generator<void, string[]> {
  const all: string[] = []
  let length = 0
  for (const piece of pieces) {
    all.push(piece)
    length += piece.length
    if (length > limits.stateBytes.value) throw tooLarge(instead)
    yield
  }
  return all
}

/** The state in the body, which is checked as work. @throws ActionError 400 */
async function readState({ bytes, parts, question }: StateContext): Promise<SandboxState> {
  const assign = () => ({ name: 'state', options: {}, pieces: [bytes] }) as const
  const checked = await parts.work.run(assign, question.left)
  return JSON.parse(toText(checked.bytes)) as SandboxState
}
