import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { toSession } from '../../src/history/session/to-session.ts'
import { writePage } from '../../src/node/work/write-page.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

/** A history of so many calls, as a page. */
function pageOf(calls: number, scenario: Parameters<typeof coreSandbox>[0] = {}): string {
  const sandbox = coreSandbox({ limits: { burst: 'off', daily: 'off' }, ...scenario })
  for (let at = 0; at < calls; at += 1) {
    const machineMs = MACHINE_MS + at * 100
    if (at % 2 === 0) callCore(sandbox, { body: `{"label":"shop ${at}"}`, machineMs })
    else callCore(sandbox, { method: 'GET', query: 'limit=20', machineMs })
  }
  return writePage({ history: toSession(sandbox, sandbox.accounts(), { version: '0.0.0' }) })
}

describe('a page', () => {
  it('has at most 700 kB besides what it shows', () => {
    expect(Buffer.byteLength(pageOf(0))).toBeLessThanOrEqual(700_000)
  })

  it('grows by at most 500 bytes a call', { tags: ['long'] }, () => {
    expect(pageOf(1_000).length - pageOf(0).length).toBeLessThanOrEqual(500_000)
  })

  it('has room for the sample texts of another language', () => {
    const japanese = pageOf(0, { populate: { count: 5, locale: 'ja' } })
    expect(Buffer.byteLength(japanese)).toBeLessThanOrEqual(700_000)
  })

  it('has one policy, which allows nothing but its own loader, script and style sheet', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(pageOf(0))![1]
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+' 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'$/,
    )
  })
})
