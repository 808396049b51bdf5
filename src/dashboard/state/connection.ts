import { signal } from '@preact/signals'

/** Whether the page receives events. */
export const connection = signal<'live' | 'lost'>('lost')
/** What the sandbox says of itself when the connection opens, such as its version. */
export const hello = signal<Readonly<Record<string, string>>>({})
