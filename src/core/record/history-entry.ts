import type { Refusal } from '../../contract/control/action-error.ts'
import {
  historyPrefixes,
  historyTypes,
  type ActionType,
} from '../../contract/history/entry-types.ts'
import type { Origin } from '../../contract/control/origins.ts'
import type { Entry } from './entry.ts'

/** One entry of an account's history: an input (call, action, rewind, start) or an event. */
export type HistoryEntry = CallEntry | ActionEntry | EventEntry | StartEntry | RewindEntry
export type EntryType = HistoryEntry['type']

/** What every entry has. Entries of one type are numbered from 1 within an account. */
type Placed = {
  /** The place in the one order of the whole sandbox. */
  order: number
  number: number
  account: string
  /** Account time, shown as `at`. */
  accountMs: number
  /** Machine time, shown as `real_at`. */
  machineMs: number
}

/** A call of `/v1`: `req_12`. */
export type CallEntry = Entry

/** An action, performed or refused: `act_3`, or `mail_3` if it delivers a mail. One of a timeline follows from the account's state. */
export type ActionEntry = Placed & {
  type: ActionType
  action: string
  /** As received, before validation. */
  arguments: unknown
  /** Only the beginning of the arguments, which changed nothing. */
  isShortened?: true
  origin: Origin
  /** The reset of the whole sandbox, which also starts the account's keys over. */
  isWholeReset: boolean
  /** The action left the account as it was, or its change could not be stored: there is nothing to undo. */
  isIdle?: true
} & ({ result: object; refused: null } | { result: null; refused: Refusal })

/** Something that happened on the account's clock: `evt_9`. It follows from the inputs before it. */
export type EventEntry = Placed & {
  type: 'event'
  event: string
  details: Readonly<Record<string, unknown>>
  /** The action that advanced the clock, such as `act_3`, or the call before which a step happened; null if time passed. */
  during: string | null
}

/** The account starts, or goes back to its stored state because a write failed: `start_1`. */
export type StartEntry = Placed & {
  type: 'start'
  reason: 'started' | 'restored' | 'rolled_back' | 'forked'
  scenario: string
  seed: number
  /** Choices that differ from the default. */
  choices: Readonly<Record<string, unknown>>
  clock: { mode: 'running' | 'frozen'; scale: number }
  /** The keys that the account started with; null if its value did not come from a scenario. */
  key: StartKey | null
}

/** The first key; the numbers from which further keys are drawn. */
export type StartKey = { first: string; series: number; made: number }

/** The account went back to its state before another entry: `rewind_1`. */
export type RewindEntry = Placed & {
  type: 'rewind'
  origin: Origin
  /** The id of that entry. */
  to: string
  /** The change could not be stored, so that the account is as it was before this entry. */
  isIdle?: true
}

/** The id of an entry, such as `req_12`; unique within its account. */
export function toHistoryId({ type, number }: Pick<HistoryEntry, 'type' | 'number'>): string {
  return `${historyPrefixes[type]}_${number}`
}

const ID = /^([a-z]+)_([1-9]\d{0,14})$/

/** The type and the number that an id means; undefined if it is none. */
export function readHistoryId(id: string): Pick<HistoryEntry, 'type' | 'number'> | undefined {
  const [, prefix, number] = ID.exec(id) ?? []
  const type = historyTypes.find((each) => historyPrefixes[each] === prefix)
  return type && { type, number: Number(number) }
}
