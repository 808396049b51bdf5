import { signal } from '@preact/signals'
import { messageOf } from '../labels/messages.ts'
import { account, loadAccount, refreshOwn } from './account.ts'
import { attempt, client } from './client.ts'
import { showDone } from './message.ts'
import { route, whileOpen } from './route.ts'
import { loadStory } from './story.ts'
import { isUnderWay, once } from './under-way.ts'

/** Loads everything again, when an account is opened and after a lost connection. */
export async function refreshAll(): Promise<void> {
  const { account: name } = route.value
  await Promise.all([loadAccount(), loadStory(name)])
}

/** Actions of one press: Undo takes them back together. */
export const together = signal<{
  account: string
  first: string
  last: string
  name: string
} | null>(null)

/** Runs actions one after the other and says what all of them changed; stops when one is refused. */
export async function performAll(
  steps: readonly (readonly [action: string, args?: object])[],
  next: string,
): Promise<void> {
  const isOpen = whileOpen()
  const { account: name } = route.value
  const done: string[] = []
  const ids: string[] = []
  await attempt(async () => {
    for (const [action, args = {}] of steps) {
      const performed = await performOn(name, action, args)
      done.push(messageOf(performed, args))
      await refreshOwn()
      const id = account.value?.last_action?.id
      if (id !== undefined && !performed.unchanged) ids.push(id)
    }
  })
  if (done.length === 0 || !isOpen()) return
  const text = done.join(' ')
  const [first, last] = [ids[0], ids.at(-1)]
  if (first !== undefined && last !== undefined && first !== last) {
    together.value = { account: name, first, last, name: text.replace(/\.$/, '') }
  }
  if (done.length === steps.length) showChange(name, `${text} ${next}`, last === undefined)
}

/**
 * Runs an action on the account and says what it changed, and what to do `next` if given. Returns
 * undefined when it was refused, and when the same is under way already.
 */
export function perform(action: string, args: object = {}, next = ''): Promise<unknown> {
  return once(keyOf(action, args), () =>
    attempt(async () => {
      const { account: name } = route.value
      const performed = await performOn(name, action, args)
      await refreshOwn()
      const text = `${messageOf(performed, args)} ${next}`.trim()
      showChange(name, text, performed.unchanged === true)
      return performed.result ?? {}
    }),
  )
}

/** @throws SandboxError */
function performOn(name: string, action: string, args: object) {
  return client.value.ask('POST actions/:action', { account: name, action, body: args })
}

/** Says what this page did last in an account that it has loaded again since; `isIdle` if it changed nothing. */
function showChange(name: string, text: string, isIdle = false): void {
  if (account.value?.name !== name) return showDone(text, { account: name })
  const after = account.value.last_action?.id ?? null
  showDone(text, { account: name, about: { entry: isIdle ? null : after, after } })
}

/** Whether the account performs this action now. */
export function isPerforming(action: string, args: object = {}): boolean {
  return isUnderWay(keyOf(action, args))
}

function keyOf(action: string, args: object): string {
  return `${route.value.account} ${action} ${JSON.stringify(args)}`
}
