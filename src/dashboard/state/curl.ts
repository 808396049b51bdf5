import { quoted as quote, quoteForShell } from '../../text/shell.ts'
import type { RequestEntry } from '../service/types.ts'

/** Formats a request as a curl command with the account's key, of which the history has only a part. */
export function toCurl({ request }: RequestEntry, origin: string, key: string): string {
  const { method, path, query, headers, body } = request
  const url = `${origin}${path}${query === '' ? '' : `?${query}`}`
  const parts = [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${quoteForShell(method)}`]),
    quote(url),
  ]
  if (headers['authorization'] !== undefined) {
    parts.push(`-H ${quote(`Authorization: Bearer ${key}`)}`)
  }
  if (body) {
    parts.push(
      `-H ${quote(`Content-Type: ${String(headers['content-type'] ?? 'application/json')}`)}`,
    )
    parts.push(`--data-raw ${quote(body)}`)
  }
  return parts.join(' \\\n  ')
}
