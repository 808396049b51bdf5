import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { builtFile } from '../support/process/fresh-build.js'
import { exchange } from '../hostile/support/exchange.ts'
import { CHUNKED, get, postJson } from '../hostile/support/row.ts'

const bin = builtFile('dist/bin.cjs')

it.each([
  ['a NUL in a header', get('/v1/aliases', 'X: a\0b')],
  ['a space before a colon', get('/v1/aliases', 'X : b')],
  ['two framings', postJson('0\r\n\r\n', CHUNKED)],
])('%s is refused even with the insecure parser of Node', async (_what, sent) => {
  const child = spawn(process.execPath, [bin, '--port', '0', '--json'], {
    env: { ...process.env, NODE_OPTIONS: '--insecure-http-parser' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { port } = JSON.parse(line) as { port: number }
  const { answers } = await exchange(port, sent, 1)
  expect(answers.map(({ status }) => status)).toEqual([400])
})
