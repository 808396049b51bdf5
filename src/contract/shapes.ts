import * as v from 'valibot'

/** What `/v1` answers, field by field in the order of the document's tables. */

export const alias = v.strictObject({
  /** The local part of the address; no prefix. */
  id: v.string(),
  /** `<id>@<shared_domain>`. */
  address: v.string(),
  status: v.string(),
  /** Epoch seconds. */
  created_at: v.pipe(v.number(), v.integer()),
  forward_count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  note: v.string(),
  source: v.string(),
  label: v.string(),
  category: v.string(),
  single_use: v.boolean(),
  /** Epoch seconds, or null when no expiry is set. */
  expires_at: v.nullable(v.pipe(v.number(), v.integer())),
  /** Only when replies have been configured; the document shows no type. */
  replies_enabled: v.optional(v.unknown()),
  /** Only when suspended; the document shows no type. */
  suspended_reason: v.optional(v.unknown()),
})

export const createdAlias = v.strictObject({ alias })

export const aliasPage = v.strictObject({
  aliases: v.array(alias),
  /** Goes back as `last_key`; null on the last page. */
  next_cursor: v.nullable(v.string()),
  has_more: v.boolean(),
})

/** Plan errors: Error body. */
export const planError = v.strictObject({ code: v.string(), description: v.string() })

/** All other errors: Error body. */
export const messageError = v.strictObject({ message: v.string() })

export type Alias = v.InferOutput<typeof alias>

/** The optional fields of a creation, in the order in which they are checked. */
export const textFields = ['label', 'note', 'source', 'category'] as const
export const createFields = [...textFields, 'single_use', 'expires_at'] as const
export const listParameters = ['limit', 'last_key'] as const
