// The data of the hand-written servers: a thousand aliases like those of the sandbox.

/** Creates `count` aliases in the format of the API. */
export function makeAliases(count) {
  return Array.from({ length: count }, (_, index) => makeAlias(index, {}))
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
