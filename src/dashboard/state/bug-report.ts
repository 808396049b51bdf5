import type { Account, Entry } from './types.ts'
import { escapeMarkdown, fencedCode, markdownCode } from '../../text/markdown.ts'
import { quoted as quote, quoteForShell } from '../../text/shell.ts'
import { toPretty } from './format.ts'

/** Where the command in a bug report starts a sandbox. */
const STARTED_AT = 'http://127.0.0.1:25427'

/** The call as a curl command; the key is the account's, since the journal holds none whole. */
export function toCurl({ request }: Entry, origin: string, key: string): string {
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
  if (body !== null && body !== '') {
    parts.push(
      `-H ${quote(`Content-Type: ${String(headers['content-type'] ?? 'application/json')}`)}`,
    )
    parts.push(`--data-raw ${quote(typeof body === 'string' ? body : JSON.stringify(body))}`)
  }
  return parts.join(' \\\n  ')
}

/** Everything that a developer needs to see the same: Markdown, without the key. */
export function toBugReport(entry: Entry, account: Account, version: string): string {
  const { request, response, checks, why, basis, source, choices, fault } = entry
  const curl = toCurl(entry, STARTED_AT, `${account.api_key.slice(0, 8)}…`)
  return [
    `## ${escapeMarkdown(`${request.method} ${request.path}`)} → ${response.status} ${entry.outcome}`,
    '',
    `${escapeMarkdown(why)} (${basis}; ${escapeMarkdown(source)})`,
    '',
    `- scenario: ${escapeMarkdown(account.scenario)}, seed ${account.seed}, account ${account.name}`,
    `- its clock: ${entry.at} (${account.clock.mode}, × ${account.clock.scale})`,
    `- call: ${entry.id}${fault === null ? '' : `, fault ${fault}`}`,
    ...(choices.length > 0 ? [`- assumed: ${choices.join(', ')}`] : []),
    `- alias-sandbox ${version}: ${markdownCode(toStartCommand(entry, account))}`,
    '',
    ...checks.map(
      ({ check, passed, detail }) =>
        `- [${passed ? 'x' : ' '}] ${escapeMarkdown(check)}${detail === undefined ? '' : `: ${escapeMarkdown(detail)}`}`,
    ),
    '',
    ...fencedCode('sh', curl),
    '',
    ...fencedCode('json', toPretty(response.body ?? '')),
    '',
  ].join('\n')
}

/** Starts a sandbox in the same state; merged scenarios are given one by one, as they were at first. */
function toStartCommand(entry: Entry, { scenario, seed }: Account): string {
  const scenarios = scenario.split('+').map((name) => `--scenario ${quoteForShell(name)}`)
  return `npx alias-sandbox ${scenarios.join(' ')} --seed ${seed} --now ${quoteForShell(entry.at)}`
}
