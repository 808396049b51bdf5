import { entryId, numberOf } from '../../contract/history/entry-types.ts'
import type { Entry } from '../../contract/history/entry.ts'
import { defaults } from '../../contract/defaults.ts'
import type { HistoryFile, HistoryFileAccount } from '../../contract/history/file.ts'
import type { Account } from '../../core/account/account.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import type { ReplayedEntry } from '../../history/replay/replay.ts'
import { Sandbox } from '../../core/sandbox.ts'
import { toIso } from '../../core/clock/times.ts'
import { sourceOf } from '../../history/file/records.ts'
import { replaySteps, type FileReplay } from '../../history/file/replay-file.ts'

/** A sandbox in which a history has taken place, as far as it could be repeated. */
export type OpenedHistory = { sandbox: Sandbox; replay: FileReplay }

/**
 * Repeats a history in a sandbox of its own, which goes on from its end. What the history says of each answer stays
 * so: a replay sends nothing.
 * @throws ActionError when an account cannot start as the file says.
 */
export function openHistory(
  file: HistoryFile,
  sampleTexts: ReplaySource['sampleTexts'],
): OpenedHistory {
  const source = sourceOf(file, sampleTexts)
  const sandbox = sandboxFor(file, source)
  const steps = replaySteps(file, source, (name, numbersBefore) =>
    sandbox.histories.make(name, numbersBefore),
  )
  const repeated = new Map<HistoryFileAccount, { account: Account; entries: ReplayedEntry[] }>()
  for (;;) {
    const step = steps.next()
    if (step.done) {
      const replay = step.value
      for (const [of, { account, entries }] of repeated) {
        const beginning = beginningOf(of)
        account.history.takeOver(
          [
            ...beginning,
            ...openingOf(of, account),
            ...entries.flatMap(({ recorded }) => recorded ?? []),
          ],
          beginning.length,
        )
        if (of.at_once) account.history.raiseAtOnce(of.at_once)
      }
      sandbox.adopt([...repeated.values()].map(({ account }) => account))
      return { sandbox, replay }
    }
    const { of, account, entry } = step.value
    const made = repeated.get(of) ?? { account, entries: [] }
    repeated.set(of, made)
    if (entry) made.entries.push(entry)
  }
}

function sandboxFor({ accounts: [first] }: HistoryFile, source: ReplaySource): Sandbox {
  return new Sandbox(
    {
      settings: {
        seed: first?.start.seed ?? first?.start.state?.seed ?? defaults.seed,
        apiKey: defaults.apiKey,
        maxAccounts: Infinity,
        maxRequests: Infinity,
      },
      catalog: {
        find: (name) => source.findScenario(name),
        names: () => source.scenarioNames(),
      },
      sampleTexts: (locale) => source.sampleTexts(locale),
      start: { name: defaults.scenario, scenario: {} },
      overrides: source.overrides,
      onCrash: (error) => {
        throw error
      },
      limits: { accountBytes: Infinity, historyBytes: Infinity },
    },
    first === undefined ? 0 : Date.parse(first.start.real_at),
  )
}

/** The entry of the start, which knows the key that the account had then. */
function openingOf({ history: [first] }: HistoryFileAccount, account: Account): Entry[] {
  const [made] = account.history.entries()
  if (made?.type !== 'start' || made.key === undefined) return []
  if (first?.type !== 'start' || first.state) {
    return [{ ...made, order: Math.max(0, (first?.order ?? 1) - 1) }]
  }
  return [{ ...first, key: made.key }]
}

/** An account that begins in a state has no such entry in a file, but every story has a beginning. */
function beginningOf({ name, start, history }: HistoryFileAccount): Entry[] {
  const { state } = start
  const first = history.find(({ type }) => type === 'start')
  const number = first === undefined ? 1 : numberOf(first) - 1
  if (!state || number < 1) return []
  const { mode, scale } = state.clock
  return [
    {
      type: 'start',
      order: Math.max(0, (history[0]?.order ?? 1) - 1),
      id: entryId('start', number),
      account: name,
      at: toIso(state.clock.account_ms),
      real_at: toIso(state.clock.machine_ms),
      reason: state.forked_from ? 'forked' : 'restored',
      scenario: state.scenario,
      seed: state.seed,
      choices: state.choices,
      clock: { mode, scale },
    },
  ]
}
