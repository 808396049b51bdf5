// The data of the compared servers: a thousand aliases like those of the sandbox.

/** Creates `count` aliases in the format of the API. */
export function makeAliases(count) {
  return Array.from({ length: count }, (_, index) => makeAlias(index, {}))
}

/** The answer to a list, where a server has a fixed one. */
export function listOfTwenty() {
  return { aliases: makeAliases(20), next_cursor: 'next', has_more: true }
}

/** The answer to a creation, where a server has a fixed one. */
export function createdAlias() {
  return { alias: makeAlias(1_000, {}) }
}

/** Creates one alias with the requested fields. */
export function makeAlias(
  number,
  { label = 'worthy-shop', note = 'Open-architected systematic hardware' },
) {
  const id = `a${number.toString(36).padStart(9, '0')}`
  return {
    id,
    address: `${id}@alias-sandbox.example`,
    status: 'active',
    created_at: 1_772_366_400,
    forward_count: 0,
    note,
    source: 'shop.example',
    label,
    category: 'Books',
    single_use: false,
    expires_at: null,
  }
}
