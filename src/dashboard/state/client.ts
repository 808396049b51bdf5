import { batch, computed, signal } from '@preact/signals'
import { ControlClient } from '../../client/client.ts'
import { SandboxError } from '../../client/error.ts'
import { drop, keep, recall } from './browser/stored.ts'
import { showError } from './message.ts'
import { route } from './route.ts'
import { source } from './source.ts'

const TOKEN = 'alias-sandbox-token'

/** The control token, stored for this browser tab only. */
export const token = signal(recall(TOKEN, 'sessionStorage') ?? undefined)
/** Whether the sandbox requires a token and the page has no valid one. */
export const isLocked = signal(false)

const run = computed(() => route.value.run)

export const client = computed(() => {
  const { url } = source.value
  return new ControlClient({
    url,
    token: token.value,
    origin: 'dashboard',
    fetch: source.value.fetch(run.value),
  })
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

/** Runs a request and shows an error instead of throwing it. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    else showError(error.message, error.code === 'unreachable')
    return undefined
  }
}

/**
 * Loads something. The connection mark shows an unreachable sandbox, so no error is shown for it;
 * `onMissing` is for an account or entry that is gone.
 */
export async function read<Result>(
  look: () => Promise<Result>,
  onMissing: (message: string) => void = showError,
): Promise<Result | undefined> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    else if (error.status === 404) onMissing(error.message)
    else if (error.code !== 'unreachable') showError(error.message)
    return undefined
  }
}
