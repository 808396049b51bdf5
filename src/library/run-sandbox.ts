import { startSandbox } from './start-sandbox.ts'

/** Where the tests of a run find their sandbox; both are what `exec` sets, too. */
const URL_NAME = 'ALIAS_SANDBOX_URL'
const KEY_NAME = 'ALIAS_SANDBOX_API_KEY'

/** The one sandbox of a test run. */
export type RunSandbox = {
  url: string
  /** Ends it, if it was started here. */
  close: () => Promise<void>
}

/**
 * The sandbox for all tests of a run: the one that `ALIAS_SANDBOX_URL` names, as under `exec`, else
 * one that is started now and named so for the processes that the run starts.
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
