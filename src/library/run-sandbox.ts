import { startSandbox } from './start-sandbox.ts'

/** The environment variables through which tests find the sandbox; `exec` sets the same ones. */
const URL_NAME = 'ALIAS_SANDBOX_URL'
const KEY_NAME = 'ALIAS_SANDBOX_API_KEY'

/** The sandbox that all tests of a run share. */
export type RunSandbox = {
  url: string
  /** Closes the sandbox if {@link openRunSandbox} started it. */
  close: () => Promise<void>
}

/**
 * Returns the sandbox for all tests of a run. If `ALIAS_SANDBOX_URL` is not set, it starts a sandbox and
 * sets the variable for the processes that the run starts.
 */
export async function openRunSandbox(): Promise<RunSandbox> {
  const { env } = process
  const named = env[URL_NAME]
  if (named !== undefined) return { url: named, close: () => Promise.resolve() }
  const sandbox = await startSandbox()
  env[URL_NAME] = sandbox.url
  env[KEY_NAME] = sandbox.apiKey
  return {
    url: sandbox.url,
    close() {
      delete env[URL_NAME]
      delete env[KEY_NAME]
      return sandbox.close()
    },
  }
}
