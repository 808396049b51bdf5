import { refuse } from '../../contract/control/action-error.ts'
import { defaults } from '../../contract/defaults.ts'
import type { Entry, RequestEntry } from '../../contract/history/entry.ts'
import type { Session, SessionAccount } from '../../contract/session/session.ts'
import type { Account } from '../../core/account/account.ts'
import type { LoadedAccount } from '../../core/checkpoint.ts'
import { recordStart } from '../../core/inputs/recording.ts'
import type { ServerCounts } from '../../core/histories.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { setClock } from '../../core/clock/clock.ts'
import { toIso } from '../../core/clock/times.ts'
import { maskedEquals } from '../../text/masked-equals.ts'
import type { ReplayedEntry } from '../replay/replay.ts'
import { ReplayTooLarge } from '../replay/replay-host.ts'
import { sourceOf } from './source-of.ts'
import { finish, replaySteps, type SessionReplay } from './replay-session.ts'

type LoadOptions = {
  machineMs: number
  /**
   * The sandbox's own session, of before it was stopped: it may have any number of bytes, so that a lower limit cannot
   * lose acknowledged data, and time has gone on since. The clocks of another one go on from where they stood.
   */
  isOwn?: boolean
}

/** Loads a session in one go. @throws ActionError as `loadSteps` does. */
export function loadSession(
  sandbox: Sandbox,
  session: Session,
  options: LoadOptions,
): SessionReplay {
  return finish(loadSteps(sandbox, session, options))
}

/**
 * Repeats a session in a sandbox, whose accounts it then replaces; others can have their turn after each step. What
 * the session says of each answer stays so: a replay sends nothing.
 * @throws ActionError when an account cannot start as the session says, or is too large; nothing is changed then.
 */
export function* loadSteps(
  sandbox: Sandbox,
  session: Session,
  { machineMs, isOwn = false }: LoadOptions,
): Generator<unknown, SessionReplay> {
  const source = {
    ...sourceOf(session, (locale) => sandbox.sampleTexts(locale)),
    maxBytes: isOwn ? Infinity : sandbox.maxBytes,
  }
  const steps = replaySteps(session, source)
  const repeated: RepeatedAccount[] = []
  const requireRoom = () => {
    const full = sandbox.whyTooLarge(repeated.reduce((sum, { account }) => sum + account.bytes, 0))
    if (full !== undefined && !isOwn) refuse('no_room', full)
  }
  let step = withRoom(sandbox, () => steps.next())
  for (; !step.done; step = withRoom(sandbox, () => steps.next())) {
    const { of, account, entry } = step.value
    if (entry) repeated.at(-1)!.entries.push(entry)
    else {
      requireRoom()
      repeated.push({ of, account, entries: [] })
    }
    yield
  }
  requireRoom()
  const isRepeatable = isOfSandbox(session, sandbox)
  const replayed = repeated.map(toLoaded)
  sandbox.adopt(replayed, factsOf(session))
  settle(replayed, sandbox.histories.served, machineMs)
  for (const account of sandbox.accounts()) {
    if (!isOwn) setClock(account.state.clock, account.now, machineMs)
    if (!isRepeatable) goOnAnew(account, sandbox, machineMs)
  }
  return step.value
}

/** An account of a session, and what was repeated of it. */
type RepeatedAccount = { of: SessionAccount; account: Account; entries: ReplayedEntry[] }

/** @throws ActionError 409 when a replay takes too much memory. */
function withRoom<Result>(sandbox: Sandbox, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof ReplayTooLarge) refuse('no_room', sandbox.whyTooLarge(Infinity)!)
    throw error
  }
}

function toLoaded({ of, account, entries }: RepeatedAccount): LoadedAccount {
  const { past = [] } = of
  const recorded = [...past, ...openingOf(of, account), ...entries.flatMap(toKept)]
  return { account, recorded, atOnce: of.at_once, clearedTo: of.cleared ?? 0 }
}

/** The entry of the start, which knows the key that the account had then. */
function openingOf({ history: [first] }: SessionAccount, account: Account): Entry[] {
  const opening = first?.type === 'start' ? first : undefined
  const [made] = account.history.entries()
  if (made?.type !== 'start' || made.key === undefined) return opening ? [opening] : []
  if (!opening) return [{ ...made, order: Math.max(0, (first?.order ?? 1) - 1) }]
  return [{ ...opening, key: made.key }]
}

/** The recorded entry; the replay adds the list of an answer that a session leaves out. */
function toKept({ recorded, replayed, differences }: ReplayedEntry): Entry[] {
  if (recorded === undefined) return []
  if (recorded.type !== 'call' || replayed?.type !== 'call' || differences.length > 0) {
    return [recorded]
  }
  const { response } = replayed
  // The answer of a call whose change could not be stored is not the one that is repeated.
  const isSame = response.status === recorded.response.status
  return [isSame ? { ...recorded, response } : recorded]
}

function factsOf({
  seed,
  accounts_named: named = 0,
  accounts_deleted: deleted = 0,
  accounts,
}: Session) {
  const [first] = accounts
  const ofFirst = first?.start.seed ?? first?.start.state?.seed
  return { seed: seed ?? ofFirst ?? defaults.seed, named, deleted }
}

/** Would this sandbox repeat the history as the one did that wrote it? It finds the same scenarios by name. */
function isOfSandbox(
  { overrides = {}, scenarios = {}, scenario_names: names }: Session,
  sandbox: Sandbox,
): boolean {
  return (
    maskedEquals(overrides, sandbox.overrides) &&
    Object.entries(scenarios).every(([name, each]) =>
      maskedEquals(each, sandbox.findScenario(name)),
    ) &&
    (names === undefined || maskedEquals(names, sandbox.scenarioNames()))
  )
}

/** The choices of this sandbox win from now on. What came before can be read, but not repeated here. */
function goOnAnew(account: Account, { overrides }: Sandbox, machineMs: number): void {
  account.choose(overrides.choices ?? {})
  account.history.bases.forget()
  recordStart(account, 'restored', machineMs)
}

/** Nothing of a session is in flight any more; what the server counts from now on comes after it. */
function settle(replayed: readonly LoadedAccount[], served: ServerCounts, machineMs: number): void {
  const calls = replayed.flatMap(({ recorded }) =>
    recorded.filter((entry): entry is RequestEntry => entry.type === 'call'),
  )
  for (const { arrived = 0, connection, handed_over: handedOver = 0 } of calls) {
    const { id = 0, opened = 0, closed = 0 } = connection ?? {}
    served.events = Math.max(served.events, arrived, handedOver, opened, closed)
    served.connections = Math.max(served.connections, id)
  }
  served.events += 1
  for (const call of calls) {
    const { arrived, connection } = call
    if (arrived === undefined) continue
    call.ended_at ??= toIso(machineMs)
    call.handed_over ??= served.events
    if (connection) connection.closed ??= served.events
  }
}
