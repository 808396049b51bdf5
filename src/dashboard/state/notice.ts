import { signal } from '@preact/signals'

/** What the person is told at the foot of the page: one thing at a time. */
export const notice = signal<{ kind: 'done' | 'error'; text: string } | null>(null)

/** A refusal stays until it is closed or something else is told. */
export function showError(text: string): void {
  notice.value = { kind: 'error', text }
}

export function showDone(text: string): void {
  notice.value = { kind: 'done', text }
}
