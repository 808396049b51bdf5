import type { Entry, PerformedEntry, RequestEntry } from '../../contract/history/entry.ts'
import { MASK } from '../../text/mask.ts'
import { maskedEquals } from '../../text/masked-equals.ts'

/** A field that a replay gave another value. */
export type Difference = { field: string; recorded: unknown; replayed: unknown }

/** Compares what a recorded entry and a repeated one mean; empty if nothing differs. */
export function compareEntries(
  recorded: Entry | undefined,
  replayed: Entry | undefined,
): Difference[] {
  if (recorded && isWithdrawn(recorded)) return []
  return differencesOf(fieldsOf(recorded), fieldsOf(replayed))
}

/** The fields in which two answers differ, without ids and times. */
export function compareAnswers(one: RequestEntry, other: RequestEntry): Difference[] {
  return differencesOf(answerOf(one), answerOf(other))
}

function differencesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Difference[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields]
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, recorded: before[field], replayed: after[field] }))
}

/** Recorded values can be masked. */
function isSame(recorded: unknown, replayed: unknown): boolean {
  if (recorded === replayed) return true // as most bodies are, which can be long
  const [before, after] = [JSON.stringify(recorded), JSON.stringify(replayed)]
  if (before === after) return true
  if (before === undefined || after === undefined || !before.includes(MASK)) return false
  return maskedEquals(JSON.parse(before), JSON.parse(after))
}

/** The answer of a call whose change could not be stored says nothing about the account. */
function isWithdrawn(entry: Entry): boolean {
  return (
    entry.type === 'call' &&
    entry.outcome === 'server_error' &&
    entry.fault === null &&
    entry.response.status === 500
  )
}

/** Returns the fields that a replay has to repeat exactly. */
function fieldsOf(entry: Entry | undefined): Record<string, unknown> {
  if (entry === undefined) return {}
  const place = { entry: entry.id, at: entry.at }
  switch (entry.type) {
    case 'call':
      return { ...place, ...answerOf(entry), effect: entry.effect, refused: entry.refused }
    case 'action':
    case 'mail':
      return { ...place, action: entry.action, result: entry.result, ...refusalOf(entry) }
    case 'event': {
      const { event, during } = entry
      return { ...place, event, details: withoutMessage(entry.details), during }
    }
    case 'start':
      return { ...place, reason: entry.reason }
    case 'undo':
      return { ...place, to: entry.to }
  }
}

/** Returns the refusal of an action without its message, whose wording may change with a version. */
function refusalOf({ refused }: Pick<PerformedEntry, 'refused'>) {
  if (!refused) return undefined
  return { refused: refused.status, field: refused.field, reason: refused.reason }
}

/** The details of an event: a refused step of a timeline has its refusal. */
function withoutMessage(details: Record<string, unknown>): Record<string, unknown> {
  return { ...details, ...refusalOf(details) }
}

function answerOf({ response, delivery, outcome }: RequestEntry): Record<string, unknown> {
  return {
    status: response.status,
    headers: response.headers,
    body: response.body,
    delivery,
    outcome,
  }
}
