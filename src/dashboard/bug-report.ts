import type { Account, Entry } from './views.ts'
import { toPretty } from './words.ts'

/** Where the command in a bug report starts a sandbox. */
const STARTED_AT = 'http://127.0.0.1:25427'

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
  const curl = toCurl(entry, STARTED_AT, `${account.api_key.slice(0, 8)}…`)
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
    ...fenced('sh', curl),
    '',
    ...fenced('json', toPretty(response.body ?? '')),
    '',
  ].join('\n')
}

/** Between fences longer than any that the text holds, so that no answer ends them. */
function fenced(language: string, text: string): string[] {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
  return [`${fence}${language}`, text, fence]
}
