import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectSandbox } from '../../src/index.ts'
import { setup, teardown } from '../../src/library/jest-run.ts'
import { openRunSandbox } from '../../src/library/run-sandbox.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('the sandbox of a test run', () => {
  it('is in the environment of the run until the run ends', async () => {
    const { url, close } = await openRunSandbox()
    const sandbox = await connectSandbox()
    expect([sandbox.url, sandbox.apiKey]).toEqual([url, process.env['ALIAS_SANDBOX_API_KEY']])
    await close()
    expect(process.env).not.toHaveProperty('ALIAS_SANDBOX_URL')
    await expect(connectSandbox(url)).rejects.toMatchObject({ code: 'unreachable' })
    await expect(connectSandbox()).rejects.toMatchObject({ code: 'bad_argument', field: 'url' })
  })

  it('is the one that already runs, as under exec, and stays when the run ends', async () => {
    const running = 'http://127.0.0.1:1'
    vi.stubEnv('ALIAS_SANDBOX_URL', running)
    const { url, close } = await openRunSandbox()
    await close()
    expect([url, process.env['ALIAS_SANDBOX_URL']]).toEqual([running, running])
  })

  it('is started and stopped once by Jest', async () => {
    await setup()
    const first = process.env['ALIAS_SANDBOX_URL']
    await setup()
    expect(process.env['ALIAS_SANDBOX_URL']).toBe(first)
    await teardown()
    await teardown()
    expect(process.env).not.toHaveProperty('ALIAS_SANDBOX_URL')
  })
})
