import { describe, expect, it } from 'vitest'
import { connectSandbox } from '../../src/client/connect.ts'
import { startSandbox } from '../../src/library/start-sandbox.ts'
import { runCli } from '../support/process/run-cli.ts'

const VALID = '0123456789abcdef012345'
const refused: [what: string, token: string, message: string][] = [
  ['short', VALID.slice(1), 'must have at least 22 characters, not 21'],
  ['with a space', `${VALID} x`, 'must not contain spaces'],
  ['beyond ASCII', `${VALID}é`, 'must not contain spaces or non-ASCII characters'],
  ['with a line end', `${VALID}\n`, 'must not contain spaces or non-ASCII characters'],
]

describe('a control token follows one rule everywhere', () => {
  it.each(refused)('%s: refused by the library', async (_what, controlToken, message) => {
    const refusal = { code: 'bad_argument', field: 'controlToken' }
    const start = startSandbox({ controlToken })
    await expect(start).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining(message),
    })
    await expect(start).rejects.not.toThrow(controlToken)
  })

  it.each(refused)('%s: refused by connectSandbox', async (_what, token, message) => {
    const refusal = { code: 'bad_argument', field: 'token' }
    const connect = connectSandbox('http://127.0.0.1:1', { token })
    await expect(connect).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining(message),
    })
  })

  it.each(refused)(
    '%s: refused by the server and by every client command',
    async (_what, token, message) => {
      const env = { ALIAS_SANDBOX_CONTROL_TOKEN: token }
      for (const line of [
        ['--port', '0'],
        ['wait', '--timeout', '0'],
        ['requests'],
        ['trigger', 'reset'],
      ]) {
        const { exitCode, stderr } = await runCli(line, env)
        expect({ line, exitCode }).toEqual({ line, exitCode: 2 })
        expect(stderr).toContain(`ALIAS_SANDBOX_CONTROL_TOKEN ${message}`)
        expect(stderr).not.toContain(token.trim())
      }
    },
  )

  it('22 characters: the server, the library and the command line accept it', async () => {
    const sandbox = await startSandbox({ controlToken: VALID })
    const connected = await connectSandbox(sandbox.url, { token: VALID })
    expect(await connected.accounts()).toHaveLength(1)
    const { exitCode } = await runCli(['requests', '--url', sandbox.url], {
      ALIAS_SANDBOX_CONTROL_TOKEN: VALID,
    })
    expect(exitCode).toBe(0)
    await sandbox.close()
  })
})
