/** Errors of the control API as facts for programs; `message` says the same to people. */

/** By the `code` of an error, with the statuses that have it. A new code may come with any minor version. */
export const controlErrors = {
  bad_argument: {
    statuses: [400],
    meaning: 'an argument is wrong; `field` names it where it is one',
  },
  unauthorized: {
    statuses: [401, 403],
    meaning: 'the control token is missing or wrong, or this caller is not let in',
  },
  not_found: {
    statuses: [404],
    meaning: 'the route, account, action, alias, fault, scenario or request does not exist',
  },
  bad_request: {
    statuses: [400, 405, 414, 415, 417, 431, 501],
    meaning:
      'the HTTP request has a method, header, encoding or length that is not taken here, or no TLS where the port speaks HTTPS',
  },
  timeout: {
    statuses: [408],
    meaning: 'the requests that were waited for, or the rest of this one, did not come in time',
  },
  refused: {
    statuses: [409, 413],
    meaning:
      'not possible in the current state, or too large; nothing was changed. `reason` says why',
  },
  failed: { statuses: [500], meaning: 'the sandbox has a bug; its log has the details' },
  database: { statuses: [500], meaning: 'the change could not be written to the file of `--db`' },
  busy: { statuses: [503], meaning: 'too many clients listen already, or send bodies at once' },
  closed: {
    statuses: [503],
    meaning:
      'the sandbox, or the sending side of the connection, closed before the answer was ready',
  },
} as const satisfies Record<string, { statuses: readonly number[]; meaning: string }>

export type ControlErrorCode = keyof typeof controlErrors
export const controlErrorCodes = Object.keys(controlErrors) as ControlErrorCode[]

/** The code of an error with this status, unless its sender knows a closer one. */
function controlErrorCode(status: number): ControlErrorCode {
  const has = (code: ControlErrorCode) =>
    (controlErrors[code].statuses as readonly number[]).includes(status)
  return controlErrorCodes.find(has) ?? 'failed'
}

/** The reasons for refusing a request, by the `reason` of a refusal. Any minor version may add reasons. */
export const conflicts = {
  account_exists: 'an account has this name already',
  alias_burned: 'the single-use alias has had its message',
  alias_not_active: 'the alias is suspended, burned or expired',
  alias_not_suspended: 'only a suspended alias can be resumed',
  allowance_used: 'no message is left this month',
  already_past_due: 'a payment has failed already',
  card_declined: 'the card on file is declined',
  choice_held: 'the sandbox was started with another value of the choice, for all accounts',
  default_account: 'account `default` cannot be deleted',
  embedded: 'the sandbox belongs to a program or command, which ends it',
  free_plan: 'a Free account has no API keys',
  history_cut: 'the history no longer reaches back so far',
  key_revoked: 'the key is revoked already',
  key_taken: 'another account has the key',
  no_action: 'there is no action to undo',
  no_burst_window: 'no minute of requests has begun',
  no_event: 'nothing is scheduled',
  no_free_id: 'almost every id that the scenario draws is taken',
  no_open_invoice: 'no payment has failed',
  no_room: 'the sandbox, or the part of it that requests may fill, is full',
  not_repeatable: 'the history of the account alone does not lead to the same answers',
  no_subscription: 'the account has no paid plan',
  same_plan: 'the account is on this plan already',
  subscribed: 'the account has a plan already',
  too_large: 'what was sent or asked for is too large',
  too_many: 'the limit is reached: of armed faults, of what they send, or of keys of an account',
  trial_used: 'the account has had its trial',
} as const satisfies Record<string, string>

export type Conflict = keyof typeof conflicts
export const conflictNames = Object.keys(conflicts) as Conflict[]

const TOO_LARGE = 413

/** The facts of an error beside its message. */
export type ErrorFacts = {
  code?: ControlErrorCode | undefined
  reason?: Conflict | undefined
  field?: string | undefined
}

/** The body of an error of the control API. */
export function controlError(status: number, message: string, facts: ErrorFacts = {}) {
  const { code = controlErrorCode(status), field } = facts
  const reason = status === TOO_LARGE ? 'too_large' : facts.reason
  return { message, code, ...(reason && { reason }), ...(field !== undefined && { field }) }
}
