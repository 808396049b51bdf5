import { describe, expect, it } from 'vitest'
import { rules } from '../../src/report/report.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

async function exercised() {
  const sandbox = await freshSandbox({
    with: { faults: [{ kind: 'burst' }, { kind: 'collision', skip: 1 }], populate: 30 },
  })
  const api = apiClient(sandbox)
  await api.list()
  await api.create({ label: '<b> & | "x"' })
  await api.create()
  await api.list('?limit=0')
  await api.walk()
  await api.send('DELETE', '/v1/aliases')
  return sandbox
}

const textOf = async (url: string, format: string) =>
  (await fetch(`${url}/_sandbox/report?format=${format}`)).text()

describe('GET report', () => {
  it('counts coverage, verdicts and choices', async () => {
    const { body } = await controlClient(await exercised()).send('GET', 'report')
    expect(body).toMatchObject({ accounts: ['default'], calls: 7, forgotten: 0 })
    const coverage = body['coverage'] as { outcome: string; documented: boolean; count: number }[]
    expect(coverage).toContainEqual({ outcome: 'burst', documented: true, count: 1 })
    expect(coverage).toContainEqual({ outcome: 'plan_required', documented: true, count: 0 })
    expect(coverage).toContainEqual({ outcome: 'method_not_allowed', documented: false, count: 1 })
    expect(body['choices']).toContainEqual(
      expect.objectContaining({ choice: 'limit_out_of_range', count: 1 }),
    )
  })

  it('is a text of at most 80 columns', async () => {
    const text = await textOf((await exercised()).url, 'text')
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(text).toMatch(/FAIL {3}waits for the Retry-After of a burst 429/)
  })

  it('is well-formed JUnit XML with one test case per rule', async () => {
    const xml = await textOf((await exercised()).url, 'junit')
    const open: string[] = []
    for (const [, close, name, selfClosed] of xml.matchAll(
      /<(\/)?([a-z-]+)(?:\s[^<>]*?)?(\/)?>/g,
    )) {
      if (close) expect(open.pop()).toBe(name)
      else if (!selfClosed) open.push(name!)
    }
    expect(open).toEqual([])
    expect(xml.match(/<testcase /g)).toHaveLength(rules.length)
    expect(xml).toMatch(/failures="\d+" skipped="\d+"/)
  })

  it('is Markdown with a table whose rows have as many cells as their heads', async () => {
    const markdown = await textOf((await exercised()).url, 'markdown')
    const rows = markdown.split('\n').filter((line) => line.startsWith('|'))
    expect(rows.length).toBeGreaterThan(2)
    expect(new Set(rows.map((row) => row.split(/(?<!\\)\|/).length)).size).toBe(1)
  })

  it('judges each account by itself and reports the worst verdict', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox, 'sandbox_collision').create()
    await apiClient(sandbox).create()
    const control = controlClient(sandbox)
    const verdict = async (path: string) =>
      (
        (await control.send('GET', path)).body['etiquette'] as {
          rule: string
          verdict: string
          entries: string[]
        }[]
      ).find(({ rule }) => rule === 'retries_collision')
    expect(await verdict('report')).toMatchObject({ verdict: 'not_exercised' })
    expect(await verdict('accounts/collision/report')).toMatchObject({
      verdict: 'advice',
      entries: ['req_1'],
    })
    expect(await verdict('report?accounts=all')).toMatchObject({
      verdict: 'advice',
      entries: ['collision/req_1'],
    })
  })

  it.each([
    ['milliseconds', 1e3],
    ['microseconds', 1e6],
    ['nanoseconds', 1e9],
  ])('names the unit of an expiry in %s', async (unit, inASecond) => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create(`{"expires_at":${1_772_371_800 * inASecond}}`)
    const { body } = await controlClient(sandbox).send('GET', 'report')
    const rows = body['etiquette'] as { rule: string; why: string }[]
    expect(rows.find(({ rule }) => rule === 'seconds_in_expires_at')?.why).toContain(unit)
  })

  it.each(['?format=pdf', '?accounts=some'])('refuses %s', async (query) => {
    expect((await controlClient(await freshSandbox()).send('GET', `report${query}`)).status).toBe(
      400,
    )
  })
})

describe('waiting is judged by the client’s time or by the account’s', () => {
  it.each([
    ['the clock was pushed to the reset', { to: 'burst_reset' }, 'pass'],
    ['the clock was pushed a little', { by: '2s' }, 'fail'],
  ])('%s', async (_what, push, verdict) => {
    const sandbox = await freshSandbox({
      with: { clock: { mode: 'frozen' }, usage: { burst: 60, burst_resets_in: '41200ms' } },
    })
    const api = apiClient(sandbox)
    const control = controlClient(sandbox)
    await api.list()
    await control.do('advance_clock', push)
    await api.list()
    const { body } = await control.send('GET', 'report')
    expect((body['etiquette'] as { verdict: string }[])[0]?.verdict).toBe(verdict)
  })
})
