import type { ActionEntry } from '../../core/record/history-entry.ts'

type Arguments = Record<string, unknown>

/** What the owner or the time does; a fault is told with the answer that it changes. */
const sentences: Record<string, (args: Arguments) => string | undefined> = {
  arm_fault: () => undefined,
  set_usage: ({ burst, burst_resets_in: resetsIn }) =>
    burst === undefined
      ? 'The cap of the day is reached.'
      : `All calls of this minute are used; it ends in ${text(resetsIn)}.`,
  fail_payment: () => 'A payment fails.',
  settle_invoice: () => 'The invoice is settled.',
  cancel_subscription: () => 'The owner cancels the subscription.',
  rotate_key: () => 'The owner makes a new key, so the old one is not valid any more.',
  revoke_key: () => 'The owner revokes the key.',
  create_alias: () => 'The owner creates an alias.',
  suspend_alias: () => 'The owner suspends an alias.',
  delete_alias: () => 'The owner deletes an alias.',
  advance_clock: ({ by, to }) =>
    by === undefined
      ? `Time passes until ${text(to).replace('utc_midnight', '00:00 UTC')}.`
      : `${text(by)} pass.`,
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A sentence; undefined if there is nothing to tell. */
export function actionWords({ action, arguments: args, result }: ActionEntry): string | undefined {
  if (result === null) return undefined // refused: nothing has changed
  const sentence = sentences[action]
  return sentence ? sentence(args as Arguments) : `The owner does ${action}.`
}
