/** The value that a call was refused for, as a fact for programs; `why` says the same to people. */

/** The reasons for refusing a value, by the word in `refused.reason`. Any minor version may add words. */
export const refusalReasons = {
  malformed:
    'malformed: `limit=abc`, a `last_key` that no page of the account had, a body that is not JSON',
  wrong_type: 'a value of another type: `"yes"` for `single_use`, a number for `label`, null',
  out_of_range: 'outside its range: `limit=101`, an `expires_at` in the past',
  too_large: 'longer, larger or nested deeper than allowed',
  unsupported: 'a body that is compressed, or sent with another Content-Type',
  repeated: 'a parameter that was sent more than once',
  unknown_field: 'a field or parameter that the document does not list',
  gone: 'a `last_key` whose alias is gone',
  missing: 'no key was sent',
  unknown: 'a key that opens no account',
  rotated: 'a key that a newer one has replaced',
  revoked: 'a key that was revoked',
} as const satisfies Record<string, string>

export type RefusalReason = keyof typeof refusalReasons
export const refusalReasonNames = Object.keys(refusalReasons) as RefusalReason[]

/** The reasons for which a call had no valid key. */
export const keyRefusals = ['missing', 'malformed', 'unknown', 'rotated', 'revoked'] as const
export type KeyRefusal = (typeof keyRefusals)[number]

/** The header with the key: the field that a refused key is refused in. */
export const KEY_FIELD = 'authorization'
/** The field of what concerns a body as a whole. */
export const BODY_FIELD = 'body'

export type RefusedValue = {
  /** A field of the body, a parameter, `body` or `authorization`. */
  readonly field: string
  readonly reason: RefusalReason
}

/** In characters: the name of an unknown field is cut to this. */
export const MAX_REFUSED_FIELD = 60
