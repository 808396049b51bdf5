import { isAction } from '../../../contract/history/entry-types.ts'
import { computed, effect } from '@preact/signals'
import { account } from '../account.ts'
import { message } from '../message.ts'
import { items } from '../story.ts'
import { isBusy } from '../under-way.ts'
import type { Entry } from '../types.ts'
import { causeOf } from './taken-back.ts'

/**
 * Marks a message that no longer tells of the last action, because somebody else has done or undone
 * something. What this page does itself has a message of its own once it is done.
 */
export function watchMessages(): void {
  effect(() => {
    const { value: visible } = message
    if (!visible?.about || visible.isReplaced || isBusy.value) return
    const view = account.value
    if (view?.name !== visible.account) return
    if ((view.last_action?.id ?? null) === visible.about.after) return
    message.value = { ...visible, isReplaced: true }
  })
}

/** Whether what the message tells may be over: calls or events came after it; what it armed is gone. */
export const isEarlier = computed(() => {
  const entry = message.value?.about?.entry
  if (!entry || message.value?.isReplaced) return false
  const all = items.value
  const at = all.findIndex(({ id }) => id === entry)
  if (at <= 0) return false
  const fault = armedBy(all[at]!)
  if (fault !== undefined) return !account.value?.faults.some(({ id }) => id === fault)
  return all.slice(0, at).some((item) => causeOf(item, all).id !== entry)
})

/** The id of the fault that an action armed. */
function armedBy(item: Entry): string | undefined {
  if (!isAction(item) || item.action !== 'arm_fault' || item.refused) return undefined
  const { fault } = (item.result ?? {}) as { fault?: { id: string } }
  return fault?.id
}
