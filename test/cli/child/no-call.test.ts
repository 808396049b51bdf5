import { expect, it } from 'vitest'
import { runCli } from '../../support/process/run-cli.ts'

const unrelated = ['--', process.execPath, '-e', '']
const NO_CALL = 'the command made no call to the sandbox'

it('exec --verify of a command without a call is exit 4, and says so', async () => {
  const { exitCode, stderr } = await runCli(['exec', '--verify', ...unrelated], process.env)
  expect(exitCode).toBe(4)
  expect(stderr).toContain(`alias-sandbox: exec: ${NO_CALL}`)
})

it('exec --verify --allow-no-calls accepts a command without a call', async () => {
  const argv = ['exec', '--verify', '--allow-no-calls', ...unrelated]
  const { exitCode, stderr } = await runCli(argv, process.env)
  expect(exitCode).toBe(0)
  expect(stderr).not.toContain(NO_CALL)
})

it.each([
  ['matrix', '--scenarios', 'plus'],
  ['assumptions', '--choices', 'page_size'],
])('%s warns if the command made no call', async (...argv) => {
  const { exitCode, stderr } = await runCli([...argv, ...unrelated], process.env)
  expect(exitCode).toBe(0)
  expect(stderr).toContain(`alias-sandbox: warning: ${NO_CALL}`)
})
