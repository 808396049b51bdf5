import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../../src/index.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli, startCli } from '../../support/process/run-cli.ts'

const request = { count: 30, locale: 'ja', seed: 7 } as const

type Alias = { label: string; note: string; source: string; category: string }

async function textsOf(url: string): Promise<string[]> {
  const headers = { authorization: 'Bearer sandbox_default' }
  const response = await fetch(`${url}/v1/aliases?limit=100`, { headers })
  const { aliases } = (await response.json()) as { aliases: Alias[] }
  const texts = aliases.map(({ label, note, source, category }) =>
    [label, note, source, category].join(' / '),
  )
  return texts.toSorted() // the list is sorted by id, and ids differ between sandboxes
}

const act = (url: string, args: object) =>
  fetch(`${url}/_sandbox/actions/populate_aliases`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })

describe('the same locale, seed and count give the same aliases', () => {
  const expected = async () => textsOf((await freshSandbox({ with: { populate: request } })).url)

  it('by action', async () => {
    const { url } = await freshSandbox({ seed: 2 })
    expect((await act(url, request)).status).toBe(200)
    expect(await textsOf(url)).toEqual(await expected())
  })

  it('by trigger', async () => {
    const { url } = await freshSandbox({ seed: 3 })
    const argv = ['--count', '30', '--locale', 'ja', '--seed', '7', '--url', url, '--json']
    const { exitCode, stdout } = await runCli(['trigger', 'populate_aliases', ...argv])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ result: { populated: 30, aliases: 30 } })
    expect(await textsOf(url)).toEqual(await expected())
  })

  it('by a scenario file', async () => {
    const file = join(freshFolder(), 'japanese.yaml')
    writeFileSync(file, 'populate: { count: 30, locale: ja, seed: 7 }\n')
    const run = startCli(['start', '--port', '0', '--seed', '4', '--scenario', file, '--json'])
    await run.until('"url"')
    const { url } = JSON.parse(run.stdout().split('\n')[0]!) as { url: string }
    expect(await textsOf(url)).toEqual(await expected())
    run.signal('SIGTERM')
    expect(await run.exitCode).toBe(0)
  })

  it('by a step of the timeline', async () => {
    const timeline = [{ at: '+1m', do: 'populate_aliases' as const, ...request }]
    const { url } = await freshSandbox({ with: { clock: { mode: 'frozen' }, timeline }, seed: 5 })
    expect(await textsOf(url)).toEqual([])
    await runCli(['trigger', 'advance_clock', '--by', '1m', '--url', url])
    expect(await textsOf(url)).toEqual(await expected())
  })

  it('from the library', async () => {
    const sandbox = await startSandbox({
      scenario: { populate: request },
      seed: 6,
      apiKey: 'sandbox_default',
    })
    expect(await textsOf(sandbox.url)).toEqual(await expected())
    await sandbox.reset()
    expect(await textsOf(sandbox.url)).toEqual(await expected())
    const account = await sandbox.account()
    await account.do('populate_aliases', request)
    const labels = (await account.aliases()).map(({ label }) => label)
    expect((await expected()).map((texts) => texts.split(' / ')[0]).toSorted()).toEqual(
      labels.toSorted(),
    )
    await sandbox.close()
  })
})

it.each([
  [['--locale', 'jp'], 'locale must be one of en, de, fr, ja (got "jp"; did you mean "ja"?)'],
  [['--seed', 'x'], 'seed must be an integer from -2147483648 to 2147483647 (got "x")'],
  [['--skip=-1'], 'skip must be an integer from 0 to 1000000000 (got -1)'],
  [['--local', 'ja'], 'unknown argument --local (did you mean --locale?)'],
])('trigger populate_aliases --count 5 %j says what is wrong', async (argv, message) => {
  const { url } = await freshSandbox()
  const all = ['trigger', 'populate_aliases', '--count', '5', ...argv, '--url', url]
  const { exitCode, stderr } = await runCli(all)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(message)
  expect(await textsOf(url)).toEqual([])
})
