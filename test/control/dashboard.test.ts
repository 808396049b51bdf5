import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import '../support/process/fresh-build.js'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

async function openSandbox() {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.close())
  return sandbox
}

const asPerson = { headers: { accept: 'text/html,*/*' }, redirect: 'manual' as const }

describe('the dashboard', () => {
  it.each(['/', '/_sandbox'])('is the page to which %s redirects a browser', async (path) => {
    const { url } = await freshSandbox()
    const { status, headers } = await fetch(`${url}${path}`, asPerson)
    expect([status, headers.get('location')]).toEqual([302, '/_sandbox/'])
  })

  it('is not served at / to programs: the service has no such path', async () => {
    const { url } = await freshSandbox()
    const response = await fetch(`${url}/`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })

  it.each(['GET', 'HEAD'])(
    '%s of the printed address points to it, and is no call',
    async (method) => {
      const sandbox = await openSandbox()
      const response = await fetch(`${sandbox.url}/`, { method })
      expect(response.status).toBe(404)
      if (method === 'GET') expect(await response.text()).toContain('the dashboard at /_sandbox/')
      expect(await sandbox.defaultAccount.requests()).toEqual([])
    },
  )

  it('is not what a client with a key and a wrong path meets: that is a refused call', async () => {
    const sandbox = await openSandbox()
    const { apiKey } = sandbox.defaultAccount
    await fetch(`${sandbox.url}/`, { headers: { authorization: `Bearer ${apiKey}` } })
    expect(await sandbox.defaultAccount.requests()).toMatchObject([{ outcome: 'not_found' }])
  })

  it.each([
    ['/_sandbox/', 'text/html'],
    ['/_sandbox/ui/app.js', 'text/javascript'],
    ['/_sandbox/ui/style.css', 'text/css'],
  ])('serves %s with headers against framing, foreign code and sniffing', async (path, type) => {
    const { url } = await freshSandbox()
    const { status, headers } = await fetch(`${url}${path}`)
    expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it.each(['/_sandbox/ui/', '/_sandbox/ui/../../package.json', '/_sandbox/ui/%2e%2e/bin.js'])(
    'serves no other file: %s',
    async (path) => {
      const { url } = await freshSandbox()
      expect((await fetch(`${url}${path}`)).status).toBe(404)
    },
  )

  it('is not served with ui: false', async () => {
    const { url } = await freshSandbox({ ui: false })
    expect((await fetch(`${url}/_sandbox/`)).status).toBe(404)
    const response = await fetch(`${url}/`, asPerson)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('dashboard')
  })

  it('asks for the control token, and shows nothing without it', async () => {
    const { url } = await freshSandbox({ controlToken: 'x'.repeat(32) })
    expect((await fetch(`${url}/_sandbox/`)).status).toBe(200)
    expect((await fetch(`${url}/_sandbox/accounts`)).status).toBe(401)
  })
})
