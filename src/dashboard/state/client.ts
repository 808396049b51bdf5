import { batch, computed, signal } from '@preact/signals'
import { ControlClient } from '../../client/client.ts'
import { SandboxError } from '../../client/error.ts'
import { withFullStop } from '../../words/capitals.ts'
import { drop, keep, recall } from './browser/stored.ts'
import { host } from './host.ts'
import { route } from './route.ts'
import { tell } from './told.ts'

const TOKEN = 'alias-sandbox-token'

/** The control token, stored for this browser tab only. */
export const token = signal(recall(TOKEN, 'sessionStorage') ?? undefined)
/** Whether the sandbox requires a token and the page has no valid one. */
export const isLocked = signal(false)

const run = computed(() => route.value.run)

/** The sandbox of the run that is open. */
export const source = computed(() => ({
  url: host.value.url,
  token: token.value,
  send: host.value.sandboxOf(run.value),
}))

export const client = computed(() => {
  const { url, token: controlToken, send } = source.value
  return new ControlClient({ url, origin: 'dashboard', token: controlToken, fetch: send })
})

/** Stores a token that the user has entered, and connects again. */
export function unlock(text: string): void {
  keep(TOKEN, text, 'sessionStorage')
  batch(() => {
    token.value = text
    isLocked.value = false
  })
}

/** Deletes the token and asks for another one. */
export function lock(): void {
  drop(TOKEN, 'sessionStorage')
  isLocked.value = true
}

/** Does something that was pressed at a place, and says there why it failed. */
export async function attempt<Result>(
  place: string,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    else tell(place, withFullStop(error.message), { isFailure: true })
    return undefined
  }
}

/** Loads something; the header shows whether the sandbox can be reached, and `onMissing` is for what is gone. */
export async function read<Result>(
  look: () => Promise<Result>,
  onMissing: () => void = () => {},
): Promise<Result | undefined> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    else if (error.status === 404) onMissing()
    else if (error.code !== 'unreachable')
      tell('page', withFullStop(error.message), { isFailure: true })
    return undefined
  }
}
