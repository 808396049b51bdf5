import fc from 'fast-check'
import { actionNames } from '../../../src/contract/actions.ts'
import { actions } from './random-actions.ts'

const word = fc.constantFrom(
  'a',
  'once',
  'nope',
  '',
  'plus',
  'past_due',
  '-1s',
  '+1m',
  '1970-01-01',
)
const value = fc.oneof(
  word,
  fc.integer({ min: -2, max: 70 }),
  fc.constantFrom(null, true, 1e308, 0.5, {}, []),
)
const names =
  'by to at scale plan cycle billing id reason count label expires_at single_use burst daily kind for times scenario'
const field = fc.constantFrom(...names.split(' '), 'unknown')

/** Valid scenarios in which no account can start, each for a reason that is found late. */
const impossible = fc.constantFrom<object>(
  { scenario: { aliases: [{ id: 'x' }, { expires_at: 1 }] } },
  { scenario: { ids: { alphabet: 'z', length: 1 }, populate: 2, account: { key: 'rotated' } } },
  { scenario: { faults: [{ kind: 'outage' }], aliases: [{ created_at: 9e9 }] } },
)

/** A random action, with arguments that are often invalid. */
export const wrongActions = fc.oneof(
  fc.record({
    account: fc.nat({ max: 5 }),
    action: fc.constantFrom(...actionNames),
    input: fc.dictionary(field, value, { maxKeys: 3 }) as fc.Arbitrary<object>,
  }),
  fc.record({ account: fc.nat({ max: 5 }), act: actions }).map(({ account, act }) => ({
    account,
    ...act,
  })),
  fc.record({
    account: fc.nat({ max: 5 }),
    action: fc.constant('load_scenario' as const),
    input: impossible,
  }),
)
