import { isAction } from '../../../contract/history/entry-types.ts'
import { aliasesOf, countOf } from '../../../text/numbers.ts'
import type { Entry } from '../types.ts'
import { storySentence } from './story-sentence.ts'
import { causeOf, findTakenBack, placeOf } from './taken-back.ts'

/** The changes that going back takes from the account, in words; empty if it takes nothing but time. */
export type Losses = { lost: readonly string[]; clockAt: string }

/** The most changes that are named. */
const MAX_NAMED = 3

/** Lists the changes that going back to before an entry would undo: those since then that still hold. */
export function lossesOf(target: Entry, items: readonly Entry[]): Losses {
  const cause = causeOf(target, items)
  return lossesAmong((item) => item.order >= cause.order, cause, items)
}

/** Lists the changes that go with an undone entry: those that came after it, and not because of it. */
export function lossesAfter(target: Entry, items: readonly Entry[]): Losses {
  const isAfter = (item: Entry) =>
    item.order > target.order && (item.type !== 'event' || item.during !== target.id)
  return lossesAmong(isAfter, target, items)
}

function lossesAmong(
  isMeant: (item: Entry) => boolean,
  cause: Entry,
  items: readonly Entry[],
): Losses {
  const takenBack = findTakenBack(items)
  const since = items.filter((item) => isMeant(item) && !takenBack.has(item.order))
  const sum = (countIn: (item: Entry) => number) =>
    since.reduce((total, item) => total + countIn(item), 0)
  const aliases = sum(aliasesIn)
  const payments = sum((item) => Number(isPayment(item)))
  const faults = sum((item) => Number(isDone(item, ['arm_fault'])))
  const others = since.filter((item) => isOther(item, cause, items))
  const named = others.slice(0, MAX_NAMED).map((item) => `“${storySentence(item, items)}”`)
  const lost = [
    ...(aliases > 0 ? [`${aliasesOf(aliases)} created since`] : []),
    ...(payments > 0 ? [countOf(payments, 'payment')] : []),
    ...(faults > 0 ? [countOf(faults, 'armed fault')] : []),
    ...named.toReversed(),
    ...(others.length > MAX_NAMED ? [countOf(others.length - MAX_NAMED, 'other change')] : []),
  ]
  return { lost, clockAt: cause.at }
}

const payments = ['settle_invoice', 'subscribe']
const clockActions = ['advance_clock', 'freeze_clock', 'resume_clock']
const counted = [...payments, ...clockActions, 'arm_fault', 'create_alias', 'populate_aliases']

function aliasesIn(item: Entry): number {
  if (item.type === 'call') {
    return Number(item.effect.kind === 'created') // also when its answer was lost on the way
  }
  if (!isAction(item) || item.refused) return 0
  if (item.action === 'create_alias') return 1
  const { populated } = item.result ?? {}
  return typeof populated === 'number' ? populated : 0
}

function isPayment(item: Entry): boolean {
  return isDone(item, payments) || (item.type === 'event' && item.event === 'renewed')
}

function isOther(item: Entry, cause: Entry, items: readonly Entry[]): boolean {
  if (isAction(item)) {
    return !item.refused && !item.unchanged && !counted.includes(item.action)
  }
  if (item.type === 'start') return item.id !== 'start_1'
  // An entry that was taken back since is gone either way; only one from before the cause comes back.
  return item.type === 'undo' && placeOf(item.to, items) < cause.order
}

function isDone(item: Entry, actions: readonly string[]): boolean {
  return isAction(item) && !item.refused && actions.includes(item.action)
}
