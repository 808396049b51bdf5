// The data that the hand-written servers answer with: a thousand aliases, such as the sandbox has.

/** So many aliases as the API gives them. */
export function makeAliases(count) {
  return Array.from({ length: count }, (_, index) => makeAlias(index, {}))
}

/** One alias with what was asked for. */
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
