import type { CallEntry } from '../../core/record/history-entry.ts'
import { parsed } from '../../core/report/rule.ts'
import type { Problem } from '../problem.ts'
import { isChanging, seenIn, type Judged } from './seen.ts'

/**
 * A creation was not carried out, and what the client made instead has fewer fields: a retry that lost
 * them, such as one that reads a stream a second time. Its user misses the label, not the alias.
 */
export function findLostFields({ observed, seen, calm }: Judged): Problem[] {
  if (observed.end !== 'passed' || calm.end !== 'passed' || isChanging(seen)) return []
  const creations = seen.calls.filter(({ operation }) => operation === 'create')
  const made = creations.filter(({ effect }) => effect.kind === 'created')
  const usual = seenIn(calm).calls.filter(({ effect }) => effect.kind === 'created')
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
    return [
      {
        kind: 'incomplete',
        key: 'incomplete/fields',
        pattern: 'incomplete/fields',
        title: 'creates an alias again with less in it, and ends well',
        what: `The creation was not carried out. A later one has no ${missing.join(', no ')}, and the client ended well.`,
        sentence: 'A creation that is tried again asks for what it asked for before.',
        source: '',
        entries: [seen.idOf(call), seen.idOf(again)],
      },
    ]
  }
  return []
}

function countAlike(calls: readonly CallEntry[], call: CallEntry): number {
  const fields = fieldsOf(call)
  return calls.filter((other) => {
    const others = fieldsOf(other)
    return others.size === fields.size && isWithin(others, fields)
  }).length
}

function hasLess(call: CallEntry, other: CallEntry): boolean {
  const [fields, others] = [fieldsOf(call), fieldsOf(other)]
  return fields.size < others.size && isWithin(fields, others)
}

type Fields = ReadonlyMap<string, string>

function isWithin(some: Fields, all: Fields): boolean {
  return [...some].every(([name, value]) => all.get(name) === value)
}

/** What a creation asks for. A retry has another expires_at, because time has passed. */
function fieldsOf({ request }: CallEntry): Fields {
  return new Map(
    Object.entries(parsed(request.body)).map(([name, value]) => [
      name,
      name === 'expires_at' ? '' : JSON.stringify(value),
    ]),
  )
}
