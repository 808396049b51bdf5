import { signal } from '@preact/signals'

/** Whether the page receives events. */
export const connection = signal<'live' | 'lost'>('lost')
/** Facts about the sandbox, such as its version, from the first event of a connection. */
export const hello = signal<Readonly<Record<string, string>>>({})
