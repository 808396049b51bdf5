import type { HistoryFile, HistoryFileItem, HistoryFileItemOf } from './file.ts'
import { isAction, type ActionType } from './entry-types.ts'
import { documentedErrors, errors } from '../errors.ts'
import { successes } from '../operations.ts'
import {
  KEY_FIELD,
  type KeyRefusal,
  type RefusalReason,
  type RefusedValue,
} from '../refused-value.ts'

/**
 * Files of earlier versions tell some facts in English only. Their sentences are frozen, as the versions are that
 * wrote them, so this is the one place in which a program may read prose. What no sentence tells stays absent.
 */

type Call = HistoryFileItemOf<'call'>

/** The same file with the facts that its version did not write. */
export function withFacts(file: HistoryFile): HistoryFile {
  return {
    ...file,
    accounts: file.accounts.map((account) => ({
      ...account,
      history: account.history.map(withFactsOfItem),
    })),
  }
}

function withFactsOfItem(item: HistoryFileItem): HistoryFileItem {
  if (isAction(item)) return withConflict(item)
  if (item.type !== 'call') return item
  const reason = item.key.reason ?? reasonOf(item.key)
  const effect = item.effect ?? effectOf(item)
  const refused = item.refused === undefined ? refusedOf(item, reason) : item.refused
  return {
    ...item,
    key: { ...item.key, ...(reason && { reason }) },
    ...(effect && { effect }),
    ...(refused !== undefined && { refused }),
  }
}

/** Of the refusals only those for want of room are repeated in a replay, whatever room it has. */
function withConflict(item: HistoryFileItemOf<ActionType>): HistoryFileItemOf<ActionType> {
  const { refused } = item
  if (refused?.status !== 409 || refused.reason || !noRoom.test(refused.message)) return item
  return { ...item, refused: { ...refused, reason: 'no_room' } }
}

const noRoom = /this sandbox \(not the service that it imitates\)/

function reasonOf({ why, missing }: Call['key']): KeyRefusal | undefined {
  if (why === undefined) return undefined
  const told = keySentences.find(([, sentence]) => sentence.test(why))?.[0]
  return told ?? (missing ? 'missing' : 'unknown')
}

const keySentences: readonly (readonly [KeyRefusal, RegExp])[] = [
  ['malformed', /^the Authorization header is not of the form/],
  ['revoked', /^this key of account .* was revoked$/],
  ['rotated', /^this key of account .* was rotated; a newer one replaces it$/],
]

/** What the answer shows; a fault can hide what the call did. */
function effectOf({ outcome, response }: Call): Call['effect'] {
  if (outcome === 'created') {
    const alias = /"id":"([^"]+)"/.exec(response.body)?.[1]
    return alias === undefined ? undefined : { kind: 'created', alias }
  }
  return changingNothing.has(outcome) ? { kind: 'none' } : undefined
}

/** A server error can come after the call. */
const changingNothing: ReadonlySet<string> = new Set(
  [...successes, 'drop_before', ...documentedErrors, ...Object.keys(errors)].filter(
    (outcome) => outcome !== 'created' && outcome !== 'server_error',
  ),
)

/** What was refused; where that is not told, nothing is said, not even that there was none. */
function refusedOf(
  { outcome, why = '' }: Call,
  keyRefusal: KeyRefusal | undefined,
): RefusedValue | undefined {
  if (keyRefusal !== undefined) {
    const isOfKey = outcome === 'invalid_key' || outcome === 'bad_request'
    return isOfKey ? { field: KEY_FIELD, reason: keyRefusal } : undefined
  }
  for (const [reason, sentence] of sentences) {
    const field = sentence.exec(why)?.[1]
    if (field !== undefined) return { field, reason }
  }
  const name = unknownField.exec(why)?.[1]
  return name === undefined
    ? undefined
    : { field: JSON.parse(name) as string, reason: 'unknown_field' }
}

/** How `why` began, with the field in the first group. The last two quote what was sent, so they come last. */
const sentences: readonly (readonly [RefusalReason, RegExp])[] = [
  ['malformed', /^(limit) is "/],
  ['out_of_range', /^(limit) is \d+; allowed are /],
  ['repeated', /^(limit|last_key) is given more than once\./],
  ['malformed', /^(last_key) is not a next_cursor of this account;/],
  ['gone', /^(last_key) names an alias that is gone\./],
  ['out_of_range', /^(expires_at) lies /],
  ['too_large', /^(label|note|source|category) has \d+ characters;/],
  ['unsupported', /^(?:The )?(body) (?:is encoded \(|came with )/],
  ['too_large', /^(?:The )?(body) (?:is larger than|is nested deeper than) /],
  ['malformed', /^(body) is not (?:UTF-8 text|JSON)\./],
  ['wrong_type', /^(body) is .*, not a JSON object\./s],
  ['wrong_type', /^(label|note|source|category|single_use|expires_at) is /],
]

/** A name that was cut in the sentence is not known. */
const unknownField = /^("(?:[^"\\]|\\.)*") is not known \(allowed: /
