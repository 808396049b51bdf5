import * as v from 'valibot'
import { described } from './choices/described.ts'

/** The response bodies of `/v1`, with fields in the order of the document's tables. */

const epochSeconds = v.pipe(v.number(), v.integer())
const freeText = described(v.string(), 'Free text. Empty string when unset.', 'text_limit')

export const alias = described(
  v.strictObject({
    id: described(
      v.string(),
      'Identifier: the local part of the address, without a prefix.',
      'id_style',
    ),
    address: described(v.string(), 'Full address: <id>@<shared_domain>.', 'domain'),
    status: described(
      v.string(),
      'Current status. Known values: active, suspended. The document does not say whether others exist.',
      'burn',
      'expiry',
    ),
    created_at: described(epochSeconds, 'Creation time in epoch seconds.'),
    forward_count: described(
      v.pipe(v.number(), v.integer(), v.minValue(0)),
      'Number of messages forwarded through the alias.',
    ),
    note: freeText,
    source: freeText,
    label: freeText,
    category: freeText,
    single_use: described(
      v.boolean(),
      'When true, the alias is burned after one forwarded message.',
      'burn',
    ),
    expires_at: described(
      v.nullable(epochSeconds),
      'Epoch seconds at which the alias is deleted; null when no expiry is set.',
      'expiry',
    ),
    replies_enabled: v.optional(
      described(
        v.unknown(),
        'Present only when replies have been configured. Type and values are not documented.',
        'replies_value',
      ),
    ),
    suspended_reason: v.optional(
      described(
        v.unknown(),
        'Present only when the status is suspended. Type and values are not documented.',
        'suspended_reason',
      ),
    ),
  }),
  'An alias of the account.',
  'extra_fields',
)

export const createdAlias = described(
  v.strictObject({ alias }),
  'The alias that was created.',
  'extra_fields',
)

export const aliasPage = described(
  v.strictObject({
    aliases: described(v.array(alias), 'The aliases of this page.', 'list_order', 'pages'),
    next_cursor: described(
      v.nullable(v.string()),
      'Opaque cursor of the next page, to be sent unchanged as last_key; null on the last page.',
      'cursor',
      'pages',
    ),
    has_more: described(v.boolean(), 'Whether further pages exist.'),
  }),
  'One page of the account’s aliases.',
  'extra_fields',
)

/** Plan errors: Error body. */
export const planError = described(
  v.strictObject({ code: v.string(), description: v.string() }),
  'A plan error. Clients should rely on the code.',
  'extra_fields',
  'message_text',
)

/** All other errors: Error body. */
export const messageError = described(
  v.strictObject({ message: v.string() }),
  'Any other error. Clients should rely on the status; the wording is not documented.',
  'extra_fields',
  'message_text',
)

export type Alias = v.InferOutput<typeof alias>

/** The optional fields of a create request, in the order in which they are checked. */
export const textFields = ['label', 'note', 'source', 'category'] as const
export const createFields = [...textFields, 'single_use', 'expires_at'] as const
export const listParameters = ['limit', 'last_key'] as const
