import { signal } from '@preact/signals'
import type { Fetch } from '../../client/client-options.ts'
import type { Entry } from './types.ts'

/**
 * Where the data of the page come from: always the control API. The dashboard asks a sandbox that runs, over the
 * network; a page in a file asks the sandboxes that it carries.
 */
export type DataSource = {
  /** The beginning of the sandbox's URLs. */
  url: string
  /** Sends a request about a run; the dashboard has only one, which is ''. */
  fetch: (run: string) => Fetch
  /** The run that is shown where the URL names none. */
  firstRun: string
  /** The account that a run shows first. */
  account: (run: string) => string
  /** Entries of an account that are known before anything is asked, newest last. */
  recorded: (run: string, account: string) => readonly Entry[]
  /** Does the page carry everything in itself: style sheets and sandboxes? */
  isWhole: boolean
}

/** Set once, before anything is shown. */
export const source = signal<DataSource>({
  url: 'http://127.0.0.1',
  fetch: () => () => Promise.reject(new TypeError('There is nothing to ask yet.')),
  firstRun: '',
  account: () => 'default',
  recorded: () => [],
  isWhole: true,
})
