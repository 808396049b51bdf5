import { getResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { connectSandbox } from '../../src/client.ts'
import { createSandbox, SandboxError, type FetchSandbox } from '../../src/fetch.ts'
import { aliasHandlers } from '../../src/msw.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const headers = { authorization: 'Bearer sandbox_default' }

/** The status that MSW answers with; undefined if it has no handler for the URL. */
async function statusOf(baseUrl: string, url: string): Promise<number | undefined> {
  await using sandbox = createSandbox()
  const handlers = aliasHandlers(sandbox, baseUrl)
  return (await getResponse(handlers, new Request(url, { headers })))?.status
}

describe('aliasHandlers', () => {
  it.each([
    ['a host', 'https://api.example.com', 'https://api.example.com/v1/aliases?limit=1'],
    ['a slash at the end', 'https://api.example.com/', 'https://api.example.com/v1/aliases'],
    ['a port', 'http://localhost:3000', 'http://localhost:3000/v1/aliases'],
    ['a path', 'https://example.com/mail/eu', 'https://example.com/mail/eu/v1/aliases'],
    ['signs of patterns', 'https://a.example/x(1)+:y*', 'https://a.example/x(1)+:y*/v1/aliases'],
    [
      'capital letters in the host',
      'https://API.example.com',
      'https://api.example.com/v1/aliases',
    ],
  ])('answers for a base URL with %s', async (_what, baseUrl, url) => {
    expect(await statusOf(baseUrl, url)).toBe(200)
  })

  it('answers an unknown path of /v1 as the service does', async () => {
    const url = 'https://api.example.com'
    expect(await statusOf(url, `${url}/v1/nothing`)).toBe(404)
    expect(await statusOf(url, `${url}/v1`)).toBe(404)
  })

  it.each([
    ['another host', 'https://other.example/v1/aliases'],
    ['another scheme', 'http://api.example.com/mail/v1/aliases'],
    ['another path of the host', 'https://api.example.com/v1/aliases'],
    ['a path beside /v1', 'https://api.example.com/mail/v10'],
    ['the control API', 'https://api.example.com/mail/_sandbox/health'],
    ['a host with the same beginning', 'https://api.example.com.evil.example/mail/v1/aliases'],
  ])('leaves %s to MSW', async (_what, url) => {
    expect(await statusOf('https://api.example.com/mail', url)).toBeUndefined()
  })

  it.each<[what: unknown, expected: string]>([
    [undefined, 'a URL such as https://api.example.com (got nothing)'],
    ['api.example.com', 'a URL such as https://api.example.com (got "api.example.com")'],
    ['/mail', 'a URL such as https://api.example.com (got "/mail")'],
    ['ftp://api.example.com', 'a URL of http or https'],
    ['https://api.example.com/v1', 'the URL in front of /v1'],
    ['https://api.example.com/v1/', 'the URL in front of /v1'],
    ['https://api.example.com?x=1', 'a URL without ? and #'],
  ])('refuses the base URL %j', async (baseUrl, expected) => {
    await using sandbox = createSandbox()
    const make = () => aliasHandlers(sandbox, baseUrl as string)
    expect(make).toThrow(SandboxError)
    expect(make).toThrow(`baseUrl: must be ${expected}`)
  })

  it('refuses a sandbox behind a port, which MSW should let pass', async () => {
    const { url } = await freshSandbox()
    await using connected = await connectSandbox(url)
    const make = () => aliasHandlers(connected as FetchSandbox, 'https://api.example.com')
    expect(make).toThrow('sandbox: must be one that createSandbox of alias-sandbox/fetch returned')
  })
})
