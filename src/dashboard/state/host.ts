import { signal } from '@preact/signals'
import type { Screen } from './screen-names.ts'
import type { Service } from '../service/service.ts'

/** The place where this dashboard runs: at a sandbox behind a port, or in a page that carries its sandboxes. */
export type Host = {
  /** The beginning of the sandbox's URLs. */
  url: string
  /** The service of a run; a sandbox behind a port has only one, which is ''. */
  service: (run: string, token: string | undefined) => Service
  /** The run that is shown where the URL names none. */
  firstRun: string
  /** The screen that is shown where the URL names none. */
  firstScreen: Screen
  /** The account that a run shows first. */
  firstAccount: (run: string) => string
  /** Is it a page in a file? */
  isPage: boolean
}

/** Set once, before anything is shown. */
export const host = signal<Host>({
  url: 'http://127.0.0.1',
  service: () => ({
    fetch: () => Promise.reject(new TypeError('There is nothing to ask yet.')),
    changes: () => () => {},
  }),
  firstRun: '',
  firstScreen: 'live',
  firstAccount: () => 'default',
  isPage: true,
})
