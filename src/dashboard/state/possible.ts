import { computed, effect, signal } from '@preact/signals'
import { refusalSentence } from '../labels/refusals.ts'
import { account } from './account.ts'
import { client, read } from './client.ts'
import { route, whileOpen } from './route.ts'

/** Why actions of the account cannot work now, by their name and plan; the others can. */
const refusals = signal<ReadonlyMap<string, string>>(new Map())

/** The facts that decide which actions are possible. Calls alone do not change them, so they load nothing. */
const situation = computed(() => {
  const view = account.value
  if (!view || route.value.screen !== 'overview') return null
  const { name, plan, billing, card, trial_used, api_key, key_status, last_action } = view
  return JSON.stringify([name, plan, billing, card, trial_used, api_key, key_status, last_action])
})

/** Asks the sandbox which actions are possible, whenever something decisive has changed. */
export function watchPossible(): void {
  effect(() => {
    const seen = situation.value
    if (seen === null) return
    const name = route.value.account
    const isOpen = whileOpen()
    void load(name, () => situation.value === seen && isOpen())
  })
}

async function load(name: string, isCurrent: () => boolean): Promise<void> {
  const tried = await read(
    () => client.value.ask('GET accounts/:account/actions', { account: name }),
    () => {},
  )
  if (!tried || !isCurrent()) return
  refusals.value = new Map(
    tried.actions.flatMap(({ action, arguments: args, refused }) =>
      refused ? [[keyOf(action, planOf(args)), refusalSentence(refused)]] : [],
    ),
  )
}

/** Why the action cannot work now, as a sentence; undefined if it can, or if that is not known yet. */
export function whyNot(action: string, { plan }: { plan?: string } = {}): string | undefined {
  return refusals.value.get(keyOf(action, plan))
}

function planOf(args: object): string | undefined {
  return 'plan' in args ? String(args.plan) : undefined
}

function keyOf(action: string, plan: string | undefined): string {
  return plan === undefined ? action : `${action} ${plan}`
}
