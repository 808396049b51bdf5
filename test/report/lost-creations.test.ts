import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FaultSpec } from '../../src/contract/faults.ts'
import { isSuccess } from '../../src/contract/operations.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'

// A client that wants some aliases of each label, over an API that loses answers. How it looks after a loss makes
// it careful or not.

type LookHabit = 'at everything' | 'at the first page' | 'never' | 'at the end'

const losses: fc.Arbitrary<FaultSpec> = fc
  .record({
    kind: fc.constantFrom('drop_after', 'drop_before', 'server_error', 'garbage', 'hang'),
    skip: fc.nat(4),
    after: fc.boolean(),
  })
  .map(({ kind, skip, after }) => {
    const takesAfter = kind === 'server_error' || kind === 'hang'
    return { kind, operation: 'create', skip, ...(takesAfter && { after }) } as FaultSpec
  })

const lives = fc.record({
  faults: fc.array(losses, { minLength: 1, maxLength: 4 }),
  populate: fc.record({ count: fc.nat(10) }),
  /** How many aliases it wants of each label. Two alike look like one that was made twice. */
  wanted: fc.array(fc.constantFrom(1, 3, 4), { minLength: 1, maxLength: 4 }),
  /** Small enough for several pages, large enough for the burst limit. */
  page: fc.integer({ min: 3, max: 10 }),
})

function listed(sandbox: Sandbox, page: number, looks: LookHabit): string[] {
  const labels: string[] = []
  let query = `limit=${page}`
  for (;;) {
    const { body } = callCore(sandbox, { method: 'GET', query }).response
    const { aliases, next_cursor: next } = JSON.parse(body) as {
      aliases: { label: string }[]
      next_cursor: string | null
    }
    labels.push(...aliases.map(({ label }) => label))
    if (next === null || looks === 'at the first page') return labels
    query = `limit=${page}&last_key=${next}`
  }
}

/** Lives such a life; says what became of it. */
function live(
  looks: LookHabit,
  { wanted, page, ...scenario }: typeof lives extends fc.Arbitrary<infer T> ? T : never,
) {
  const sandbox = coreSandbox(scenario)
  for (const [index, count] of wanted.entries()) {
    const label = `job ${index}`
    for (let made = 0; made < count;) {
      const { outcome } = callCore(sandbox, { body: JSON.stringify({ label }) })
      if (isSuccess(outcome)) made += 1
      else if (looks === 'at everything' || looks === 'at the first page') {
        made = Math.max(made, listed(sandbox, page, looks).filter((each) => each === label).length)
      }
    }
  }
  if (looks === 'at the end') listed(sandbox, page, looks)
  const account = sandbox.account('default')
  const row = reportOn([toJudged(account)]).etiquette.find(
    ({ rule }) => rule === 'looks_after_lost_response',
  )!
  const excess =
    account.aliases.size -
    scenario.populate.count -
    wanted.reduce<number>((sum, count) => sum + count, 0)
  return { verdict: row.verdict, excess, mayWantSeveral: wanted.some((count) => count > 1) }
}

it('a client that reads the whole list after each loss is never fail', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const { verdict, excess, mayWantSeveral } = live('at everything', life)
      expect(excess).toBe(0)
      expect(verdict).not.toBe('fail')
      if (!mayWantSeveral) expect(verdict).not.toBe('advice')
    }),
    { numRuns: 150 },
  )
})

it.each<LookHabit>(['at the first page', 'never', 'at the end'])(
  'a client that made an alias too many because it looked %s is never pass',
  (looks) => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(lives, (life) => {
        const { verdict, excess } = live(looks, life)
        if (excess === 0) return
        seen.add(verdict)
        expect(verdict).not.toBe('pass')
        expect(verdict).not.toBe('not_exercised')
      }),
      { numRuns: 150 },
    )
    expect([...seen]).toContain('fail')
  },
)
