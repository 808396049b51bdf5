/** The answer of a call, as far as it says how long to wait. */
type Told = {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly retry_after_seconds?: number | undefined
}

/**
 * How many seconds an answer of a history file tells the client to wait. Files of older versions have only the
 * header, of which a date tells nothing.
 */
export function toldSeconds({
  headers = {},
  retry_after_seconds: seconds,
}: Told): number | undefined {
  const header = headers['Retry-After'] ?? ''
  return seconds ?? (/^\d{1,9}$/.test(header) ? Number(header) : undefined)
}
