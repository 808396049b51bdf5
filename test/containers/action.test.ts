import { createServer } from 'node:http'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { tableRows } from '../support/markdown-table.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { usePackedPackage } from '../support/process/temp-project.ts'

// The action without GitHub: its steps run with the inputs and files that the runner would give them.
const root = fileURLToPath(new URL('../..', import.meta.url))

type Step = { run?: string; uses?: string; env: Record<string, string> }
type Action = { inputs: Record<string, { default: string }>; runs: { steps: Step[] } }
const readAction = (folder: string) =>
  parse(readFileSync(join(root, folder, 'action.yml'), 'utf8')) as Action

describe('the action', () => {
  const makeProject = usePackedPackage()

  it('starts a sandbox, whose page and verdicts are attached at the end', async () => {
    const job = makeJob()
    expect(await job.step('', { scenario: 'past_due', 'url-variable': 'API_BASE' })).toBe(0)
    const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key, API_BASE } = job.read('GITHUB_ENV')
    expect(API_BASE).toBe(url)
    expect(job.read('GITHUB_OUTPUT')).toEqual({ url })
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${url}/v1/aliases`, { headers })).status).toBe(403)

    expect(await job.step('finish')).toBe(0)
    const { page } = job.read('GITHUB_OUTPUT')
    expect(readFileSync(page!, 'utf8')).toContain('plan_past_due')
    expect(job.text('GITHUB_STEP_SUMMARY')).toContain('403')
    await expect(fetch(url!)).rejects.toThrow(TypeError)
  })

  it('has the inputs and defaults that docs/ci.md says', () => {
    const rows = tableRows('docs/ci.md', 'input | of | meaning | default')
    for (const [folder, of] of [
      ['', 'the action'],
      ['finish', '`finish`'],
    ]) {
      const own = rows.filter((row) => row[1] === of)
      const defaults = Object.entries(readAction(folder!).inputs).map(([name, input]) => [
        `\`${name}\``,
        name === 'version' ? 'that of the action' : input.default && `\`${input.default}\``,
      ])
      expect(own.map((row) => [row[0], row[3] ?? ''])).toEqual(defaults)
    }
  })

  it('does not fail the job without strict', async () => {
    const job = await makeRudeJob()
    expect(await job.step('finish')).toBe(0)
    expect(job.text('GITHUB_STEP_SUMMARY')).toContain('503')
  })

  it('fails the job with strict if the client broke a rule, and still attaches the page', async () => {
    const job = await makeRudeJob()
    expect(await job.step('finish', { strict: 'true' })).toBe(1)
    expect(job.output()).toContain('::error title=alias-sandbox::the client broke a rule')
    expect(existsSync(job.read('GITHUB_OUTPUT')['page']!)).toBe(true)
  })

  /** A job whose client asks again and again in an outage. */
  async function makeRudeJob() {
    const job = makeJob()
    expect(await job.step('', { scenario: 'outage_incident' })).toBe(0)
    const { ALIAS_SANDBOX_URL: url } = job.read('GITHUB_ENV')
    for (let request = 0; request < 12; request++) {
      const headers = { authorization: 'Bearer sandbox_default' }
      await (await fetch(`${url}/v1/aliases`, { headers })).text()
    }
    return job
  }

  it.each([
    ['scenario', 'plus; touch stolen', /no sandbox was started/],
    ['scenario', '$(touch stolen)', /no sandbox was started/],
    ['scenario', '--db=stolen', /no sandbox was started/],
    ['url-variable', 'A=1\nPATH', /must be the name of a variable/],
    ['key-variable', 'NODE_OPTIONS', /must be the name of a variable/],
  ])('refuses the %s %j', async (name, value, message) => {
    const job = makeJob()
    expect(await job.step('', { [name]: value })).toBe(1)
    expect(job.output()).toMatch(message)
    expect(job.text('GITHUB_ENV')).toBe('')
    expect(readdirSync(job.folder)).not.toContain('stolen')
  })

  it('says at the end that no sandbox was started', async () => {
    const job = makeJob()
    expect(await job.step('finish')).toBe(1)
    expect(job.output()).toContain('no sandbox is running')
  })

  it('installs its own version if the project has none, or the one asked for', async () => {
    const asked: string[] = []
    const registry = createServer((request, response) => {
      asked.push(request.url!)
      response.writeHead(404).end('{}')
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    onTestFinished(() => void registry.close())
    const { port } = registry.address() as { port: number }
    const job = makeJob({ npm_config_registry: `http://127.0.0.1:${port}` }, freshFolder())
    expect(await job.step('')).toBe(1)
    expect(asked).toEqual(['/alias-sandbox'])
    expect(job.output()).toMatch(/could not install alias-sandbox@\d/)
    expect(await job.step('', { version: 'https://127.0.0.1/x.tgz' })).toBe(1)
    expect(job.output()).toContain('version must be that of a release')
  })

  /** A job of the runner: its files, and the steps that share them. */
  function makeJob(more: Record<string, string> = {}, workspace?: string) {
    const { run, folder } = makeProject([])
    const temporary = freshFolder()
    const fileOf = (name: string) => join(temporary, name)
    const names = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']
    let written = ''
    onTestFinished(() => endSandbox(fileOf('alias-sandbox.json')))
    return {
      folder,
      output: () => written,
      text: (name: string) => readFileSync(fileOf(name), 'utf8'),
      read: (name: string): Record<string, string> =>
        Object.fromEntries(
          readFileSync(fileOf(name), 'utf8')
            .trim()
            .split('\n')
            .map((line) => line.split('=', 2)),
        ),
      async step(path: string, inputs: Record<string, string> = {}): Promise<number> {
        const action = readAction(path)
        const [step] = action.runs.steps
        for (const name of names) writeFileSync(fileOf(name), '')
        const values = Object.entries(step!.env).map(([name, from]) => {
          const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(from)![1]!
          return [name, inputs[input] ?? action.inputs[input]!.default]
        })
        const script = workspace === undefined ? step!.run! : `cd "${workspace}" && ${step!.run!}`
        const { exitCode, output } = await run('sh', ['-ec', script], {
          RUNNER_TEMP: temporary,
          GITHUB_ACTION_PATH: join(root, path),
          ...Object.fromEntries(names.map((name) => [name, fileOf(name)])),
          ...(Object.fromEntries(values) as Record<string, string>),
          ...more,
        })
        written = output
        return exitCode
      },
    }
  }
})

it('no step of the action has an input in its command, and each foreign action is pinned to a commit', () => {
  for (const step of ['', 'finish'].flatMap((folder) => readAction(folder).runs.steps)) {
    expect(step.run ?? '').not.toContain('${{')
    if (step.uses !== undefined) expect(step.uses).toMatch(/@[0-9a-f]{40}$/)
  }
})

/** A failed test leaves its sandbox running, as a job would. */
function endSandbox(ready: string): void {
  if (!existsSync(ready)) return
  const { pid } = JSON.parse(readFileSync(ready, 'utf8')) as { pid: number }
  process.kill(pid)
}
