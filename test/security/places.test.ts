import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { toEtiquetteResult } from '../../src/results/etiquette-result.ts'
import { resultFormats } from '../../src/results/formats.ts'
import type { Result } from '../../src/results/result.ts'
import type { Report } from '../../src/report/report.ts'
import { toCurl } from '../../src/dashboard/state/curl.ts'
import { toBugFile } from '../../src/history/export/bug/bug-file.ts'
import { toBugReport } from '../../src/history/export/bug/bug-report.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'
import { historyOf } from '../support/history/exported.ts'
import { findRecoveryCommands } from '../../src/cli/sandbox/recovery-commands.ts'
import { formatValue } from '../../src/contract/values/invalid-choice.ts'
import { formatIssue } from '../../src/contract/values/validation-issue.ts'
import { escapeMarkdown, markdownCode, toMarkdownTable } from '../../src/text/markdown.ts'
import { quoted, quoteForShell } from '../../src/text/shell.ts'
import { escapeXml } from '../../src/text/xml.ts'
import { HOSTILE, wrongInLines } from '../support/http/hostile-text.ts'

const H = HOSTILE
/** Text that a shell accepts: no NUL, no lone surrogate. */
const WORD = HOSTILE.replaceAll(/[\0\ud800]/g, '')

const report: Report = {
  accounts: [H],
  calls: 1,
  forgotten: 0,
  coverage: [{ outcome: 'created', documented: true, count: 1 }],
  etiquette: (['fail', 'advice', 'pass', 'not_exercised'] as const).map((verdict) => ({
    rule: H, title: H, verdict, why: H, expected: H, source: H, entries: [H],
  })), // prettier-ignore
  choices: [],
}
/** A result with foreign text wherever one can have it. Commands to copy keep their lines and their length. */
const result: Result = {
  name: 'explore',
  headline: H,
  cases: (['fail', 'advice', 'pass', 'skipped'] as const).map((status) => ({
    name: H, title: H, status, message: H, cells: [H],
    details: [
      H,
      { as: 'list', title: H, lines: [H] },
      { as: 'output', title: H, lines: [H] },
      { as: 'code', title: H, lines: [H.replaceAll('\n', '').slice(0, 300)] },
    ],
  })), // prettier-ignore
  notes: [H],
  data: null,
}
/** In each layout. */
const results = [toEtiquetteResult(report), result, { ...result, columns: [H, H] }]
const entry = {
  id: 'req_1', at: '2026-03-01T12:00:00.000Z', account: 'default', outcome: 'not_found', why: H, basis: 'assumed', source: H,
  request: { method: 'GET', path: `/${WORD}`, query: WORD, headers: { authorization: H, 'content-type': WORD }, body: WORD },
  response: { status: 404, headers: {}, body: { message: H } },
  checks: [{ check: 'path', passed: false, detail: H }], choices: [], fault: null,
} as unknown as Parameters<typeof toCurl>[0] // prettier-ignore

/** Markdown outside code that GitHub would not show as plain text. */
const LIVE_MARKDOWN = [
  /(?<!\\)!?\[[^\]]*(?<!\\)\]\(/, // links and images
  /(?<!\\)<[a-z!/]/i, // HTML and autolinks
  /https?:\/\/|www\.|@all/i, // links and mentions without markup
]

function liveMarkdown(text: string): string[] {
  const ours = /<\/?(?:details|summary)>/g
  const prose = text.replaceAll(ours, '').replaceAll(/(`+)[^`][\s\S]*?[^`]\1(?!`)/g, '')
  return LIVE_MARKDOWN.filter((live) => live.test(prose)).map(String)
}

describe('foreign text in Markdown is shown as text', () => {
  const places: Record<string, string> = {
    ...Object.fromEntries(
      results.map((each, at) => [`result ${at}`, resultFormats.markdown(each)]),
    ),
    table: toMarkdownTable([H], [[H, H]]),
    text: escapeMarkdown(H),
    code: markdownCode(H),
  }
  it.each(Object.entries(places))('%s', (_place, text) => {
    expect(liveMarkdown(text)).toEqual([])
    expect(wrongInLines(text)).toEqual([])
  })

  it('in a bug report', async () => {
    const sandbox = coreSandbox({})
    const call = callCore(sandbox, { path: `/v1/${WORD}`, query: WORD, body: WORD })
    const file = historyOf(sandbox, sandbox.account('default'))
    const bug = await toBugFile(file, call.id, sampleTexts)
    expect(liveMarkdown(toBugReport(call, bug, '0.1.0'))).toEqual([])
  })

  it('in a table does not change the number of cells', () => {
    const [head = '', , row = ''] = toMarkdownTable(['a', 'b'], [[H, H]]).split('\n')
    const cells = (line: string) => line.split(/(?<!\\)\|/).length
    expect(cells(row)).toBe(cells(head))
  })
})

it.each(results)('foreign text in XML stays inside its element and is well-formed', (each) => {
  const xml = resultFormats.junit(each)
  expect(xml).not.toMatch(/<img|<!--|\]\]>/)
  expect(escapeXml(H)).not.toMatch(/[<>"']|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/)
  expect(wrongInLines(xml)).toEqual([])
})

it.each(results)('every form of a result is safe for a terminal and a log', (each) => {
  for (const [form, write] of Object.entries(resultFormats)) {
    if (form !== 'json') expect(wrongInLines(write(each))).toEqual([])
  }
})

describe('foreign text in a command to paste is exactly one word', () => {
  const inShell = (command: string) => execFileSync('sh', ['-c', command], { encoding: 'utf8' })

  it.each([WORD.slice(0, 400), "it's", '', '-x', '~', '$(id)', 'a b', '%s\\n', 'ü'])(
    '%j',
    (text) => {
      const control = /\p{Cc}/u.test(quoted(text)) ? 'raw' : 'none'
      expect({ control, read: inShell(`printf %s ${quoted(text)}`) }).toEqual({
        control: 'none',
        read: text,
      })
      expect(inShell(`printf %s ${quoteForShell(text)}`)).toBe(text)
    },
  )

  it('in the recovery command of a scenario', () => {
    const [command = ''] =
      findRecoveryCommands([
        { call: 'POST /v1/aliases', status: 403 },
        { do: 'resume_alias', id: '$(touch pwned)`id`' },
        { call: 'POST /v1/aliases', status: 200 },
      ]) ?? []
    expect(inShell(`printf '%s|' ${command}`)).toBe('trigger|resume_alias|--id|$(touch pwned)`id`|')
  })

  it('in the curl command of a call', () => {
    const words = inShell(
      `curl() { printf '%s|' "$@"; }; ${toCurl(entry, 'http://127.0.0.1:1', 'sandbox_default')}`,
    )
    expect(words).toContain(`|http://127.0.0.1:1/${WORD}?${WORD}|`)
    expect(words).toContain(`|--data-raw|${WORD}|`)
  })
})

it('a message shows values and keys on one line, shortened', () => {
  for (const message of [
    formatValue(H),
    formatValue({ [H]: H }),
    formatIssue({ path: [H, 0, H], message: formatValue(H) }),
  ]) {
    expect(wrongInLines(message)).toEqual([])
    expect(message.length).toBeLessThan(500)
    expect(message).not.toContain('\n')
  }
})
