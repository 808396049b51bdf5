/** Replaces each list of types by one schema for each type, because many generators of clients know no lists. */
export function oneTypeEach(value) {
  if (Array.isArray(value)) return value.map(oneTypeEach)
  if (typeof value !== 'object' || value === null) return value
  const { type, enum: values, ...rest } = value
  if (!Array.isArray(type))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, oneTypeEach(each)]))
  const isOf = { string: (one) => typeof one === 'string', number: Number.isFinite }
  const anyOf = type.map((each) => ({
    type: each,
    ...(values && { enum: values.filter(isOf[each]) }),
  }))
  return { ...rest, anyOf }
}
