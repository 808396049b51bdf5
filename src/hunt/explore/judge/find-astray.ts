import { problemAt, type Problem } from '../problem.ts'
import { CALM_START } from '../scenario-steps.ts'
import { creationsOf, totalOf } from './creations.ts'
import { isAnswered, isChanging, seenIn, type JudgedRun } from './judged-run.ts'

/**
 * Every call was answered as it should be, and the client fails or makes more aliases than in an account
 * without any: what the account has already leads it astray, such as a new alias that is not on the first page.
 */
export function findAstray({ scenario, observed, seen, plain }: JudgedRun): Problem[] {
  // Where the document is silent, a client may rely on its own reading.
  if (scenario.name !== CALM_START || scenario.scenario.choices) return []
  const { calls, actions } = seen
  if (plain.end !== 'passed' || actions.length > 0 || isChanging(seen)) return []
  if (calls.length === 0 || !calls.every(isAnswered)) return []
  return [fails(observed, seen), makesMore(seen, plain)].filter((each) => each !== undefined)
}

function fails(
  { end }: JudgedRun['observed'],
  { calls, idOf }: JudgedRun['seen'],
): Problem | undefined {
  if (end !== 'failed') return undefined
  const last = calls.findLast(({ operation }) => operation === 'list') ?? calls.at(-1)!
  return problemAt('incomplete', 'without_trouble', {
    title: 'fails although nothing goes wrong',
    what: 'Each request succeeded, but the client failed. In an account without aliases it ends well.',
    entries: [idOf(last)],
  })
}

function makesMore(
  { calls, idOf }: JudgedRun['seen'],
  plain: JudgedRun['plain'],
): Problem | undefined {
  const made = calls.filter(({ outcome }) => outcome === 'created')
  const usual = totalOf(creationsOf(seenIn(plain).calls))
  if (usual === 0 || made.length <= usual) return undefined
  return problemAt('duplicate', 'without_trouble', {
    title: 'makes more aliases than usual although nothing goes wrong',
    what: `It made ${made.length} aliases. In an account without aliases it makes ${usual}.`,
    entries: made.slice(usual).slice(0, 10).map(idOf),
  })
}
