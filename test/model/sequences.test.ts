import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../src/fetch.ts'
import { startSandbox } from '../support/http/fresh-sandbox.ts'
import { openCoreSubject } from './core-subject.ts'
import { openHttpSubject } from './http-subject.ts'
import { invariants } from './invariants.ts'
import { AS_MODELLED, BrokenLaw, IN_JOURNAL, Play } from './play.ts'
import { steps } from './steps.ts'
import { start, type Subject } from './subject.ts'

// A sequence that breaks an invariant is shrunk and reported with the seed that reproduces it:
//   MODEL_SEED=… npx vitest run test/model          the same sequences
//   MODEL_RUNS=1000000 npx vitest run test/model    more of them

const seed = Number(process.env['MODEL_SEED'] ?? 20_260_301)
const runs = Number(process.env['MODEL_RUNS'] ?? 2_000)
const runsOverHttp = Math.ceil(runs / 50)
const LONG_MS = 600_000 + runs * 2_000

/** Every documented answer. */
const documented = [
  '200',
  '400',
  '401',
  '403 plan_required',
  '403 plan_past_due',
  '403 plan_canceled',
  '409',
  '429',
  '429 daily',
  '503',
]

describe.each([
  ['in process', runs - runsOverHttp, { runs: true }, () => (one: number) => openCoreSubject(one)],
  [
    'over HTTP',
    runsOverHttp,
    { runs: false },
    async () => {
      const running = await startSandbox({ with: start })
      onTestFinished(() => running.close())
      return () => openHttpSubject(running)
    },
  ],
  [
    'by fetch',
    runsOverHttp,
    { runs: false },
    () => {
      const sandbox = createSandbox({ scenario: ['plus', start] })
      return () => openHttpSubject(sandbox)
    },
  ],
] as const)(`${'%s'}, in %i sequences of seed ${seed}`, (_where, numRuns, made, open) => {
  /** The broken invariant, if any. */
  let broken: string | undefined
  const met = new Map<string, number>()

  it('no sequence breaks an invariant', { timeout: LONG_MS }, async () => {
    const openSubject: (one: number) => Subject | Promise<Subject> = await open()
    const property = fc.asyncProperty(steps(made), fc.nat(), async (sequence, one) => {
      const count = (name: string) => met.set(name, (met.get(name) ?? 0) + 1)
      await new Play(await openSubject(one), invariants, count).run(sequence)
    })
    const result = await fc.check(property, { seed, numRuns })
    if (!result.failed) return
    const { errorInstance: error, counterexample, counterexamplePath, numRuns: after } = result
    if (!(error instanceof BrokenLaw)) throw error as Error
    broken = error.says
    const replay = `MODEL_SEED=${seed}: sequence ${after}, path ${counterexamplePath}`
    expect.fail([replay, JSON.stringify(counterexample), error.message].join('\n'))
  })

  it.each([AS_MODELLED, IN_JOURNAL, ...invariants.map(({ says }) => says)])('%s', (says) => {
    expect(broken).not.toBe(says)
  })

  // Few sequences run over HTTP, so rare outcomes are required only in process.
  const isRich = made.runs && runs >= 1_000

  if (!isRich) return

  it('every invariant was checked at least once', () => {
    expect(invariants.map(({ says }) => says).filter((says) => !met.has(says))).toEqual([])
  })

  it.each(documented)('the outcome %s occurred at least once', (outcome) => {
    expect(met.get(outcome) ?? 0).toBeGreaterThan(0)
  })
})
