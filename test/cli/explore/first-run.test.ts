import { expect, it } from 'vitest'
import { runCli } from '../../support/process/run-cli.ts'
import { client } from './clients.ts'

it('names the rule that a client breaks which fails without any trouble, and exits with 5', async () => {
  const sendsMilliseconds = client(`
    const body = JSON.stringify({ expires_at: Date.now() + 86_400_000 })
    const response = await call('/v1/aliases', { method: 'POST', body })
    if (!response.ok) process.exit(1)`)
  const { exitCode, stdout, stderr } = await runCli(['explore', ...sendsMilliseconds], process.env)
  expect([exitCode, stdout, stderr]).toEqual([
    5,
    '',
    'alias-sandbox: explore: the command fails without any trouble (exit 1): it sends expires_at in milliseconds (req_1); it printed nothing\n',
  ])
})
