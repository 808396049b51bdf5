/** What one value of a choice is called: `clock minute`, `yes`, `10`. */
export function readingLabel(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value).replaceAll('_', ' ')
}

/** How likely a reading is that differs from the default. */
export const tierLabels = { L: 'likely', P: 'possible' } as const

const fieldLabels = {
  status: 'status',
  headers: 'headers',
  body: 'body',
  delivery: 'how it arrives',
  outcome: 'outcome',
} as const

/** `status, headers and body`. */
export function differencesLabel(fields: readonly (keyof typeof fieldLabels)[]): string {
  const named = fields.filter((field) => field !== 'outcome' || !fields.includes('status'))
  const labels = named.map((field) => fieldLabels[field])
  const last = labels.pop() ?? 'nothing'
  return labels.length === 0 ? last : `${labels.join(', ')} and ${last}`
}
