import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtFile } from './support/process/fresh-build.js'
import { fencesOf, userPages, type Fence } from './support/doc-pages.ts'
import { freshFolder } from './support/process/fresh-folder.ts'
import { freshSandbox } from './support/http/fresh-sandbox.ts'
import { needs } from './support/tools/needs.ts'
import { tableRows } from './support/markdown-table.ts'
import { startCli } from './support/process/run-cli.ts'

// A block of shell lines is run as it stands, but for the port and the way to the command. The comment
// before it says how:
//   <!-- starts -->              each line starts a sandbox; a block of text after it is what that prints
//   <!-- sandbox: <scenario> --> the lines run beside a sandbox in that scenario (else: plus)
//   <!-- not run: <reason> -->   they are not run
// Lines that begin with "# " are what the commands print.

const bin = builtFile('dist/bin.cjs')
const URL_IN_PAGES = 'http://127.0.0.1:25427'

const fences = userPages.flatMap(fencesOf)
const shellBlocks = fences.filter(({ language }) => language === 'sh')
const nameOf = ({ page, line, text }: Fence) => `${page}:${line} ${text.split('\n')[0]}`

describe('shell lines beside a running sandbox print what the page says', () => {
  // test/package/readme.test.ts runs those of the README.
  const blocks = shellBlocks.filter(
    ({ mark, page }) => page !== 'README.md' && !/^(starts$|not run: )/.test(mark),
  )
  for (const block of blocks) {
    const tools = ['sh', ...(block.text.includes('curl') ? ['curl'] : [])]
    it(nameOf(block), needs(...tools), async () => {
      const scenario = /^sandbox: (\w+)$/.exec(block.mark)?.[1] ?? 'plus'
      const sandbox = await freshSandbox({ scenario })
      const script = block.text
        .replaceAll(URL_IN_PAGES, sandbox.url)
        .replaceAll('npx alias-sandbox', `"${process.execPath}" "${bin}"`)
      const { status, output } = await runShell(script, sandbox.url)
      expect(status, output).toBe(0)
      for (const [, line] of block.text.matchAll(/^# (.*)$/gm)) expect(output).toContain(line)
    })
  }
})

describe('each command that starts a sandbox does', () => {
  for (const block of shellBlocks.filter(({ mark }) => mark === 'starts')) {
    const next = fences[fences.indexOf(block) + 1]
    const promised = next?.language === 'text' && next.page === block.page ? next.text : undefined
    it.each(block.text.trim().split('\n'))(`${block.page}:${block.line} %s`, async (line) => {
      const [npx, name, ...argv] = line.split(' ')
      expect([npx, name]).toEqual(['npx', 'alias-sandbox'])
      const file = join(freshFolder(), 'sandbox.json')
      const cli = startCli(
        argv.map((word) => (word === 'sandbox.json' ? file : word)),
        { env: { ALIAS_SANDBOX_PORT: '0' } },
      )
      await cli.until('ready on')
      cli.signal('SIGTERM')
      expect(await cli.exitCode).toBe(0)
      if (promised) expect(steady(cli.stdout())).toBe(steady(promised))
    })
  }
})

/** Replaces the parts that differ from run to run: the port and the process. */
function steady(text: string): string {
  return text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:…').replaceAll(/pid \d+/g, 'pid …')
}

it('the README leads with the commands that run it', () => {
  const [npx, checkout] = shellBlocks.filter(({ page }) => page === 'README.md')
  expect(npx!.text).toBe('npx alias-sandbox --scenario past_due\n')
  expect(checkout!.text).toMatch(
    /^npm ci && npm start -- --scenario past_due +#.*\nnpm cit +#.*\n$/,
  )
})

describe('each scenario on a page is one, and its steps do what it expects', () => {
  const scenarios = fences.filter(
    ({ language, text }) => language === 'yaml' && !text.startsWith('# .'), // a CI job names its file
  )
  it.each(scenarios)('$page:$line', async ({ text }) => {
    const file = join(freshFolder(), 'scenario.yaml')
    writeFileSync(file, text)
    const cli = startCli(['scenarios', 'check', file])
    expect([await cli.exitCode, cli.stderr()]).toEqual([0, ''])
  })
})

describe('what helps against an outcome does (docs/troubleshooting.md)', () => {
  const scenarios: Record<string, string> = {
    plan_required: 'free',
    plan_past_due: 'past_due',
    plan_canceled: 'canceled',
    outage: 'outage_incident',
    burst: 'burst_exceeded',
    daily_cap: 'daily_cap_reached',
  }
  const rows = tableRows('docs/troubleshooting.md', 'outcome | why | what helps')
  const remedies = rows.flatMap(([outcomes, , remedy = '']) => {
    const scenario = scenarios[outcomes!.replaceAll('`', '')]
    const commands = [...remedy.matchAll(/`((?:trigger|advance) [^`]+)`/g)]
    return scenario === undefined ? [] : commands.map(([, command]) => [command!, scenario])
  })

  it('for each of these', () => {
    expect(new Set(remedies.map(([, scenario]) => scenario))).toEqual(
      new Set(Object.values(scenarios)),
    )
  })

  it.each(remedies)('%s in scenario %s', async (command, scenario) => {
    const { url } = await freshSandbox({ scenario })
    const create = async () => {
      const headers = { authorization: 'Bearer sandbox_default' }
      return (await fetch(`${url}/v1/aliases`, { method: 'POST', headers })).status
    }
    expect(await create()).not.toBe(200)
    const cli = startCli(command.split(' '), { env: { ALIAS_SANDBOX_URL: url } })
    expect(await cli.exitCode).toBe(0)
    expect(await create()).toBe(200)
  })
})

function runShell(script: string, url: string): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-ec', script], {
      cwd: freshFolder(),
      env: { ...process.env, ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_PORT: '0' },
    })
    let output = ''
    const add = (text: string) => (output += text)
    child.stdout.setEncoding('utf8').on('data', add)
    child.stderr.setEncoding('utf8').on('data', add)
    child.on('close', (status) => resolve({ status, output }))
  })
}
