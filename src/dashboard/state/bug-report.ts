import type { Account, Entry } from './types.ts'
import { escapeMarkdown, fencedCode, markdownCode } from '../../text/markdown.ts'
import { quoted as quote, quoteForShell } from '../../text/shell.ts'
import { toPretty } from './format.ts'

/** The URL of the sandbox that the command in a bug report starts. */
const STARTED_AT = 'http://127.0.0.1:25427'

/** Formats a call as a curl command with the account's key, since the journal stores only part of the key. */
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

/** Formats what a developer needs to reproduce a call, as Markdown without the key. */
export function toBugReport(entry: Entry, account: Account, version: string): string {
  const { request, response, checks, why, basis, source, choices, fault } = entry
  const curl = toCurl(entry, STARTED_AT, `${account.api_key.slice(0, 8)}…`)
  return [
    `## ${escapeMarkdown(`${request.method} ${request.path}`)} → ${response.status} ${entry.outcome}`,
    '',
    `${escapeMarkdown(why)} (${basis}; ${escapeMarkdown(source)})`,
    '',
    `- scenario: ${escapeMarkdown(account.scenario)}, seed ${account.seed}, account ${account.name}`,
    `- account clock: ${entry.at} (${account.clock.mode}, × ${account.clock.scale})`,
    `- call: ${entry.id}${fault === null ? '' : `, fault ${fault}`}`,
    ...(choices.length > 0 ? [`- assumptions: ${choices.join(', ')}`] : []),
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

/** The command that starts a sandbox in the same state, with merged scenarios as separate options. */
function toStartCommand(entry: Entry, { scenario, seed }: Account): string {
  const scenarios = scenario.split('+').map((name) => `--scenario ${quoteForShell(name)}`)
  return `npx alias-sandbox ${scenarios.join(' ')} --seed ${seed} --now ${quoteForShell(entry.at)}`
}
