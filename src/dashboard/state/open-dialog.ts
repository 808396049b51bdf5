import { signal } from '@preact/signals'

export type DialogName = 'account' | 'scenario' | 'connect' | 'share'

/** The dialog of the header that is open. */
export const openDialog = signal<DialogName | null>(null)
