import { describe, expect, it } from 'vitest'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { runCli } from '../../support/process/run-cli.ts'

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

describe('the same locale, seed and count give the same aliases', () => {
  const expected = async () => textsOf((await freshSandbox({ with: { populate: request } })).url)

  it('by trigger', async () => {
    const { url } = await freshSandbox({ seed: 3 })
    const argv = ['--count', '30', '--locale', 'ja', '--seed', '7', '--url', url, '--json']
    const { exitCode, stdout } = await runCli(['trigger', 'populate_aliases', ...argv])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ result: { populated: 30, aliases: 30 } })
    expect(await textsOf(url)).toEqual(await expected())
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
