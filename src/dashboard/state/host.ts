import { signal } from '@preact/signals'
import type { Send } from '../service/service.ts'
import type { Entry } from '../service/types.ts'
import type { Screen } from './screen-names.ts'

/** The place where this dashboard runs: at a sandbox behind a port, or in a page that carries its sandboxes. */
export type Host = {
  /** The beginning of the sandbox's URLs. */
  url: string
  /** Can clients reach it there? A sandbox in a page has no port. */
  hasPort: boolean
  /** Sends requests to the sandbox of a run; behind a port there is only one, of the run ''. */
  sandboxOf: (run: string) => Send
  /** The newest entries of an account, as far as they are known without asking. */
  recordedIn: (place: { run: string; account: string }) => readonly Entry[]
  /** The run that is shown where the URL names none. */
  firstRun: string
  /** The screen that is shown where the URL names none. */
  firstScreen: Screen
  /** The account that a run shows first. */
  firstAccount: (run: string) => string
}

/** Set once, before anything is shown. */
export const host = signal<Host>({
  url: 'http://127.0.0.1',
  hasPort: false,
  sandboxOf: () => () => Promise.reject(new TypeError('There is nothing to ask yet.')),
  recordedIn: () => [],
  firstRun: '',
  firstScreen: 'live',
  firstAccount: () => 'default',
})

/** Whether nothing can be changed: a page shows what was recorded until somebody continues from there. */
export const isReadOnly = signal(false)

/** The reason why a control does nothing then. */
export const READ_ONLY = 'Nothing can be changed before “Continue from here”.'
