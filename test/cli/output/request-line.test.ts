import { expect, it } from 'vitest'
import { toRequestLine } from '../../../src/cli/log/request-line.ts'
import { sendAtOnce } from '../../../src/contract/deliveries.ts'
import { printable } from '../../../src/text/escape.ts'

const call = {
  at: '2026-03-01T12:00:07.000Z',
  request: { method: 'POST', path: '/v1/aliases', query: '' },
  response: { status: 429 },
  outcome: 'burst' as const,
  account: 'default',
  why: 'Burst limit exceeded.',
  delivery: sendAtOnce,
  ended_at: null,
}

it('shows time, request, answer, account and reason', () => {
  const request = { ...call.request, query: 'limit=1' }
  expect(toRequestLine({ ...call, request }, (_style, text) => text)).toBe(
    '12:00:07 POST /v1/aliases?limit=1 → 429 burst (default) Burst limit exceeded.',
  )
})

it.each([
  ['an escape', '\u001b[2J', '\\u001b[2J'],
  ['a line break', 'a\r\nb', 'a\\u000d\\u000ab'],
  ['an 8-bit control', '\u009b2J', '\\u009b2J'],
  ['a turn of direction', '\u202egnp', '\\u202egnp'],
  ['a separator of lines', '\u2028', '\\u2028'],
  ['nothing but letters', 'Ünï ✓', 'Ünï ✓'],
])('shows %s harmlessly', (_what, text, formatValue) => {
  expect(printable(text)).toBe(formatValue)
  const request = { ...call.request, path: text }
  const line = toRequestLine({ ...call, request, why: text }, (_style, painted) => painted)
  expect(line).toContain(`${formatValue} →`)
})

it('shortens very long texts', () => {
  expect(printable('x'.repeat(10_000)).length).toBeLessThan(400)
})
