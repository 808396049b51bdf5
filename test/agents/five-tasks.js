// Five tasks of an agent with the answers of the tools alone: prints the calls and the characters of each.
// Each task ends when its answer stands in what the tools said; the script fails if it does not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { builtFile } from '../support/process/fresh-build.js'

const client = `import { test } from 'node:test'
import assert from 'node:assert/strict'
test('creates an alias', async () => {
  const answer = await fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', { method: 'POST',
    headers: { authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'shop', expires_at: Math.floor(Date.now() / 1000) + 60 }) })
  assert.equal(answer.status, 201)
})
`

/** A task, what the agent calls, and what it must have read at the end. */
const tasks = [
  {
    task: 'why did this test fail?',
    async run(call) {
      await call('check', { report: 'run.html' })
      const id = idIn(await call('requests', { file: 'run.html' }))
      return call('requests', { file: 'run.html', id })
    },
    finds: /expires_at/,
  },
  {
    task: 'why, from a page alone?',
    async run(call) {
      const id = idIn(await call('requests', { file: 'run.html' }))
      await call('status', { file: 'run.html' })
      return call('requests', { file: 'run.html', id })
    },
    finds: /expires_at/,
  },
  {
    task: 'does my client handle past_due?',
    run: (call) => call('check', { scenario: 'past_due' }),
    finds: /403 plan_past_due/,
  },
  {
    task: 'make a 503 and see',
    async run(call) {
      const [, url] = /(http:\S+)/.exec(await call('start'))
      await call('act', { action: 'fault', arguments: { kind: 'outage' } })
      await fetch(`${url}/v1/aliases`, { headers: { authorization: 'Bearer sandbox_default' } })
      return call('requests')
    },
    finds: /503 outage/,
  },
  {
    task: 'find the docs of short waits',
    run: (call) => call('docs', { words: 'short waits' }),
    finds: /--short-waits/,
  },
]

const print = (line) => process.stdout.write(`${line}\n`)

/** The id of the first request in a list. */
function idIn(text) {
  return /^req_\d+/m.exec(text)[0]
}

const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-agents-'))
writeFileSync(join(folder, 'client.test.mjs'), client)
const command = [process.execPath, '--test', 'client.test.mjs']
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [builtFile('dist/bin.cjs'), 'mcp', '--', ...command],
  cwd: folder,
})
const agent = new Client({ name: 'five-tasks', version: '1' })
try {
  await agent.connect(transport)
  const { tools } = await agent.listTools()
  print(`${JSON.stringify(tools).length} characters describe ${tools.length} tools`)
  for (const { task, run, finds } of tasks) {
    const read = []
    const answer = await run(async (tool, args = {}) => {
      const { content } = await agent.callTool({ name: tool, arguments: args })
      if (content[0].text.length > 2_000) throw new Error(`${tool}: more than 2,000 characters`)
      read.push(content[0].text)
      return content[0].text
    })
    if (!finds.test(answer)) throw new Error(`${task}: the answer is not in\n${answer}`)
    const characters = read.join('').length
    print(`${task.padEnd(34)} ${read.length} calls  ${String(characters).padStart(5)} characters`)
  }
} finally {
  await agent.close()
  rmSync(folder, { recursive: true })
}
