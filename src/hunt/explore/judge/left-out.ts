import type { RequestEntry } from '../../../contract/history/entry.ts'
import { documentedErrors } from '../../../contract/errors.ts'
import { parsed } from '../../../report/rule.ts'
import { jobOf } from '../../../report/same-request.ts'
import { problemAt, problemKinds, type Problem } from '../problem.ts'
import { creationsOf, totalOf } from './creations.ts'
import { CLOSED } from './passes-wrongly.ts'
import { isChanging, seenIn, type JudgedRun } from './judged-run.ts'

/**
 * A creation was refused and never made, and the client ended well, though it makes more when nothing goes
 * wrong. One whose plan or key is refused in every call passes wrongly, which is worse.
 */
export function findLeftOut({
  observed,
  seen,
  calm,
  isResultChecked,
}: JudgedRun): Problem | undefined {
  if (observed.end !== 'passed' || calm.end !== 'passed') return undefined
  if (isResultChecked || observed.incomplete !== undefined || isChanging(seen)) return undefined
  const made = creationsOf(seen.calls)
  const usual = creationsOf(seenIn(calm).calls)
  if (totalOf(made) >= totalOf(usual)) return undefined
  const isLeftOut = (call: RequestEntry) =>
    isRefused(call) && !made.has(jobOf(call)) && usual.has(jobOf(call))
  const last = seen.calls.findLast(isLeftOut)
  if (!last || seen.calls.every(({ outcome }) => CLOSED.includes(outcome))) return undefined
  const { sentence, source } = problemKinds.duplicate
  return problemAt('incomplete', 'create', {
    title: 'leaves out an alias that was refused, and ends well',
    what: `Its last try to create an alias was answered with ${last.response.status}, the alias was never made, and the client ended well. When nothing goes wrong it makes more.`,
    sentence,
    source,
    entries: [seen.idOf(last)],
  })
}

const refusals: readonly string[] = documentedErrors.filter((error) => error !== 'bad_request')

function isRefused({ operation, outcome }: RequestEntry): boolean {
  return operation === 'create' && refusals.includes(outcome)
}

/**
 * A creation was not carried out, and what the client made instead has fewer fields: a retry that lost
 * them, such as one that reads a stream a second time. Its user misses the label, not the alias.
 */
export function findLostFields({ observed, seen, calm }: JudgedRun): Problem | undefined {
  if (observed.end !== 'passed' || calm.end !== 'passed' || isChanging(seen)) return undefined
  const creations = seen.calls.filter(({ operation }) => operation === 'create')
  const made = creations.filter(({ effect }) => effect?.kind === 'created')
  const usual = seenIn(calm).calls.filter(({ effect }) => effect?.kind === 'created')
  // A client may well leave out what the service does not accept.
  const wrong = creations.filter(({ outcome }) => outcome === 'bad_request')
  const refused = creations.filter((call) => countAlike([...made, ...wrong], call) === 0)
  for (const call of refused) {
    const again = made.find(
      (other) =>
        other.order > call.order &&
        hasLess(other, call) &&
        countAlike(made, other) > countAlike(usual, other),
    )
    if (!again) continue
    const sent = fieldsOf(again)
    const missing = [...fieldsOf(call).keys()].filter((name) => !sent.has(name))
    return problemAt('incomplete', 'fields', {
      title: 'creates an alias again with less in it, and ends well',
      what: `The creation was not carried out. A later one has no ${missing.join(', no ')}, and the client ended well.`,
      sentence: 'A creation that is retried asks for the same as before.',
      source: '',
      entries: [seen.idOf(call), seen.idOf(again)],
    })
  }
  return undefined
}

function countAlike(calls: readonly RequestEntry[], call: RequestEntry): number {
  const fields = fieldsOf(call)
  return calls.filter((other) => {
    const others = fieldsOf(other)
    return others.size === fields.size && isWithin(others, fields)
  }).length
}

function hasLess(call: RequestEntry, other: RequestEntry): boolean {
  const [fields, others] = [fieldsOf(call), fieldsOf(other)]
  return fields.size < others.size && isWithin(fields, others)
}

type Fields = ReadonlyMap<string, string>

function isWithin(some: Fields, all: Fields): boolean {
  return [...some].every(([name, value]) => all.get(name) === value)
}

/**
 * Returns the fields of a creation without the time in `expires_at`: a retry has another one, because time has passed.
 */
function fieldsOf({ request }: RequestEntry): Fields {
  return new Map(
    Object.entries(parsed(request.body)).map(([name, value]) => [
      name,
      name === 'expires_at' ? '' : JSON.stringify(value),
    ]),
  )
}
