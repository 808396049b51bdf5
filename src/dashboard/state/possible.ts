import { signal } from '@preact/signals'

/** Why actions of the account cannot work now, by their name and plan; the others can. */
export const refusals = signal<ReadonlyMap<string, string>>(new Map())

/** Why the action cannot work now, as a sentence; undefined if it can, or if that is not known yet. */
export function whyNot(action: string, { plan }: { plan?: string } = {}): string | undefined {
  return refusals.value.get(keyOf(action, plan))
}

function keyOf(action: string, plan: string | undefined): string {
  return plan === undefined ? action : `${action} ${plan}`
}
