import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtCli } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { isAlive } from '../../support/process/is-alive.ts'
import { startAgent } from './agent.ts'

/** A command that ignores the request to end. */
const stubborn = `const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
process.on('SIGTERM', () => {})
const { writeFileSync } = await import('node:fs')
await fetch(url + '/v1/aliases', { headers: { authorization: 'Bearer ' + key } })
writeFileSync('pid', String(process.pid))
setInterval(() => {}, 1000)`

/** Run by a shell that does not pass a signal on, as that of npm does not. */
const command = [
  '--',
  'sh',
  '-c',
  '"$0" --input-type=module -e "$1"; true',
  process.execPath,
  stubborn,
]

/** The process of the command that check runs in this folder. */
async function commandOf(folder: string): Promise<number> {
  const file = join(folder, 'pid')
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), wait).toMatch(/\d/)
  return Number(readFileSync(file, 'utf8'))
}

const wait = { timeout: 15_000 }

describe.skipIf(process.platform === 'win32')('the command of a check', () => {
  it.each([['exec'], ['explore']])(
    'ends in mode %s when the agent closes the input',
    { timeout: 40_000 },
    async (mode) => {
      const folder = freshFolder()
      const { client } = await startAgent(folder, command)
      const checked = client.callTool({ name: 'check', arguments: { mode } }).catch(() => {})
      const pid = await commandOf(folder)
      await client.close()
      await checked
      await expect.poll(() => isAlive(pid), wait).toBe(false)
    },
  )

  it.each([
    ['exec', 'are killed', ['SIGKILL']],
    ['explore', 'are killed', ['SIGKILL']],
    ['exec', 'are asked to end again and again', Array<NodeJS.Signals>(9).fill('SIGTERM')],
    ['explore', 'are asked to end again and again', Array<NodeJS.Signals>(9).fill('SIGTERM')],
  ] as const)(
    'ends in mode %s when the tools %s',
    { timeout: 40_000 },
    async (mode, _how, signals) => {
      const cwd = freshFolder()
      const tools = builtCli(['mcp', ...command], { stdio: ['pipe', 'pipe', 'pipe'], cwd })
      const params = { name: 'check', arguments: { mode } }
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      tools.child.stdin!.write(`${JSON.stringify(message)}\n`)
      const pid = await commandOf(cwd)
      const left = [...signals]
      // Two that come together count as one.
      const sending = setInterval(() => tools.child.kill(left.shift() ?? 0), 250)
      onTestFinished(() => clearInterval(sending))
      await expect.poll(() => isAlive(pid), wait).toBe(false)
    },
  )
})
