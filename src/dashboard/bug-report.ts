import type { Account, Entry } from './views.ts'
import { toPretty } from './words.ts'

/** A key in a text that goes to others: its beginning only. */
function redact(key: string): string {
  return `${key.slice(0, 8)}…`
}

/** The call as a curl command; the key is the account's, since the journal holds none whole. */
export function toCurl({ request }: Entry, origin: string, key: string): string {
  const { method, path, query, headers, body } = request
  const url = `${origin}${path}${query === '' ? '' : `?${query}`}`
  const parts = ['curl -i', ...(method === 'GET' ? [] : [`-X ${method}`]), quote(url)]
  if (headers['authorization'] !== undefined) {
    parts.push(`-H ${quote(`Authorization: Bearer ${key}`)}`)
  }
  if (body !== null && body !== '') {
    parts.push(
      `-H ${quote(`Content-Type: ${String(headers['content-type'] ?? 'application/json')}`)}`,
    )
    parts.push(`--data-raw ${quote(typeof body === 'string' ? body : JSON.stringify(body))}`)
  }
  return parts.join(' \\\n  ')
}

/** In single quotes, as a shell takes it to the letter. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Everything that a developer needs to see the same: Markdown, without the key. */
export function toBugReport(entry: Entry, account: Account, version: string): string {
  const { request, response, checks, why, basis, source, choices, fault } = entry
  const curl = toCurl(entry, '$ALIAS_SANDBOX_URL', redact(account.api_key))
  return [
    `## ${request.method} ${request.path} → ${response.status} ${entry.outcome}`,
    '',
    `${why} (${basis}; ${source})`,
    '',
    `- scenario: ${account.scenario}, seed ${account.seed}, account ${account.name}`,
    `- its clock: ${entry.at} (${account.clock.mode}, × ${account.clock.scale})`,
    `- call: ${entry.id}${fault === null ? '' : `, fault ${fault}`}`,
    ...(choices.length > 0 ? [`- assumed: ${choices.join(', ')}`] : []),
    `- alias-sandbox ${version}: \`npx alias-sandbox --scenario ${account.scenario} --seed ${account.seed} --now ${entry.at}\``,
    '',
    ...checks.map(
      ({ check, passed, detail }) =>
        `- [${passed ? 'x' : ' '}] ${check}${detail === undefined ? '' : `: ${detail}`}`,
    ),
    '',
    '```sh',
    curl,
    '```',
    '',
    '```json',
    toPretty(response.body),
    '```',
    '',
  ].join('\n')
}
