import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionHeader } from '../../src/contract/session/session.ts'
import { toJsonLine } from '../../src/cli/log/request-log.ts'
import { controlClient } from '../support/http/control-client.ts'
import { startHostile, type HostileSandbox } from './support/hostile-sandbox.ts'

let sandbox: HostileSandbox
beforeAll(async () => {
  sandbox = await startHostile()
})
afterAll(() => sandbox.running.close())

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`

async function create(body: string, key = 'sandbox_default') {
  const response = await fetch(`${sandbox.running.url}/v1/aliases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const lastRequest = async () => (await controlClient(sandbox.running).requests('?limit=1')).at(-1)!

/** Returns the next event of this name from the stream. */
async function eventOf(response: Response, name: string): Promise<string> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const frame = text.split('\n\n').find((each) => each.includes(`event: ${name}\n`))
    if (frame !== undefined && text.includes(`${frame}\n\n`)) return frame
  }
  throw new Error(`no ${name} was told`)
}

describe('a body that nests too deep to be serialized again', () => {
  it('gets 401 with a wrong key, and its entry can be read, streamed and printed', async () => {
    const body = deep(3_000)
    const lines: string[] = []
    const toLine = toJsonLine(sandbox.running.sandbox)
    const stop = sandbox.running.sandbox.listen((entry) => lines.push(toLine(entry)))
    const stream = await fetch(`${sandbox.running.url}/_sandbox/events`)
    expect((await create(body, 'x')).status).toBe(401)
    stop()
    expect(await eventOf(stream, 'request')).toContain(JSON.stringify(body))
    expect(lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome)).toEqual([
      'invalid_key',
    ])
    expect((await lastRequest()).request.body).toBe(body)
    expect(sandbox.crashes).toEqual([])
  })

  it.each([
    ['deep', `{"x":${deep(100)}}`, 'body is nested deeper than 100 levels.'],
    ['deep, without an end', '[{"a":'.repeat(10_000), 'body is nested deeper than 100 levels.'],
  ])('gets 400 with a good key, and creates nothing: %s', async (_what, body, message) => {
    const before = sandbox.state()
    expect(await create(body)).toEqual({ status: 400, body: { message } })
    expect(sandbox.state()).toBe(before)
    expect(await create(body, 'x')).toMatchObject({ status: 401 })
  })

  it.each([
    ['100 levels', `{"x":${deep(99)}}`],
    ['9,000 keys', keys(9_000)],
    ['brackets in a text', JSON.stringify({ label: `"\\${'[{'.repeat(5_000)}\\` })],
  ])('a body that does not nest too deep is accepted: %s', async (_what, body) => {
    expect((await create(body)).status).toBe(200)
    expect((await lastRequest()).request.body).toEqual(JSON.parse(body))
  })

  it('any accepted JSON can be read back', async () => {
    const value = fc.jsonValue({ maxDepth: 12, depthSize: 'max' })
    const levels = fc.integer({ min: 0, max: 200 })
    await fc.assert(
      fc.asyncProperty(value, levels, async (inner, around) => {
        const text = `${'['.repeat(around)}${JSON.stringify(inner)}${']'.repeat(around)}`
        const { status } = await create(`{"note":${text}}`)
        expect([200, 400]).toContain(status)
        if (status !== 200) return
        const { body } = (await lastRequest()).request
        const isWhole = typeof body !== 'string'
        expect(isWhole ? JSON.stringify(body) : body).toBe(`{"note":${text}}`)
      }),
      { numRuns: 100 },
    )
    expect(sandbox.crashes).toEqual([])
  })
})

/** How much work a refusal may be, in readings of a long scenario. It takes less than one, and once took 10 to 25. */
const MAX_RATIO = 5

let workOfReading: number
beforeAll(async () => {
  const text = `aliases:\n${'- {label: a}\n'.repeat(14_000)}`
  const check = () => controlClient(sandbox.running).send('POST', 'scenarios/check', { text })
  const { result, work } = await worked(check)
  expect(result.status).toBe(200)
  workOfReading = work
})

/** Returns the result of an act, and the time that processors worked on it, which other processes cannot add to. */
async function worked<Result>(act: () => Promise<Result>) {
  const before = process.cpuUsage()
  const result = await act()
  const { user, system } = process.cpuUsage(before)
  return { result, work: user + system }
}

async function quickly<Result>(act: () => Promise<Result>): Promise<Result> {
  const { result, work } = await worked(act)
  expect(work / workOfReading).toBeLessThan(MAX_RATIO)
  return result
}

describe('a scenario text beyond the limits is refused quickly', () => {
  const block = (line: (index: number) => string, count: number) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n')

  it.each([
    ['many keys', block((index) => `key${index}: 1`, 20_000), 'unknown field'],
    ['one key many times', 'key: 1\n'.repeat(20_000), 'duplicate key'],
    ['many items', `aliases: [${'a,'.repeat(200_000)}]`, 'more than 100,000 tokens'],
    ['many documents', 'a\n---\n'.repeat(20_000), 'must contain one YAML document'],
    ['many comments', '#\n'.repeat(300_000), 'more than 100,000 tokens'],
    ['many anchors', '- &a b\n'.repeat(24_000), 'anchors and aliases are not allowed'],
    ['many tags', '- !a b\n'.repeat(24_000), 'tags are not allowed'],
    ['one long line', 'a'.repeat(900_000), 'must be an object'],
    ['a long number', `populate: ${'9'.repeat(900_000)}`, 'numbers must be finite (got Infinity)'],
    [
      'a long duration',
      `usage: { burst_resets_in: ${'1s'.repeat(300_000)} }`,
      'must be a duration',
    ],
    ['a long unknown word', `account: { plan: ${'x'.repeat(900_000)} }`, 'must be one of'],
    ['a long unknown key', `${'x'.repeat(900)}: 1`, 'unknown field'],
    ['brackets', '['.repeat(900_000), 'nested deeper than 50 levels'],
    ['dashes', '- '.repeat(400_000), 'nested deeper than 50 levels'],
    ['colons', ': '.repeat(400_000), 's.yaml:1:'],
    ['wrong items', `aliases: [${'1,'.repeat(40_000)}]`, 'aliases[0] must be an object (got 1)'],
    [
      'unknown choices',
      `choices: {\n${block((index) => ` c${index}: 1,`, 900)}\n }`,
      'unknown choice',
    ],
    [
      'one id many times',
      `aliases:\n${'- {id: a}\n'.repeat(14_000)}`,
      'must be unique (aliases[0] has',
    ],
  ])('%s', async (_what, text, named) => {
    const { status, body } = await quickly(() =>
      controlClient(sandbox.running).send('POST', 'scenarios/check', { text, file: 's.yaml' }),
    )
    expect({ status, message: body['message'] }).toEqual({
      status: 400,
      message: expect.stringContaining(named) as string,
    })
    const errors = body['errors'] as unknown[]
    expect(errors.length).toBeLessThanOrEqual(51)
    expect(JSON.stringify(body).length).toBeLessThan(50_000)
  })
})

describe('the control API refuses a value beyond the limits quickly and with a short message', () => {
  const session = (accounts: string) =>
    `{"format":"${sessionHeader.format}","version":1,"accounts":${accounts}}`
  const list = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`
  const long = 'x'.repeat(900_000)
  const isMissing = 'accounts[0].name is required'

  it.each([
    ['PUT session', 'empty accounts', session(list('{}', 9_000)), isMissing],
    ['PUT session', 'more accounts', session(list('{}', 10_001)), 'must have at most 10000 items'],
    [
      'PUT session',
      'very many values',
      session(list('0', 5_000_001)),
      'more than 5,000,000 values',
    ],
    [
      'PUT session',
      'very many lists',
      session(list('[]', 1_000_001)),
      'more than 1,000,000 objects and lists',
    ],
    ['PUT session', 'many keys', session(`[${keys(100_000)}]`), 'accounts[0]'],
    ['PUT session', 'nesting', session(`[${deep(1_000_000)}]`), 'nested deeper than 120 levels'],
    ['POST accounts', 'a long unknown key', `{"${long}":1}`, 'unknown field'],
    ['POST accounts', 'a long name', `{"name":"${long}"}`, 'must be 1 to 100 characters'],
    [
      'POST accounts',
      'many faults',
      `{"faults":${list('{}', 300_000)}}`,
      'must have at most 1000 items',
    ],
    [
      'POST accounts',
      'wrong faults',
      `{"faults":${list('1', 1_000)}}`,
      'faults[0] must be an object (got 1)',
    ],
    ['POST accounts', 'steps', `{"timeline":${list('{}', 1_000)}}`, 'timeline[0].at is required'],
    ['POST accounts', 'expectations', `{"expect":${list('{}', 10_000)}}`, 'expect[0].call'],
    ['POST accounts', 'levels', `{"expect":${deep(51)}}`, 'nested deeper than 50 levels'],
    ['POST actions/arm_fault', 'a long kind', `{"kind":"${long}"}`, 'must be one of'],
    ['POST actions/arm_fault', 'many kinds', `{"kind":${list('1', 400_000)}}`, 'must be one of'],
    [
      'POST actions/advance_clock',
      'long',
      `{"by":"${'1s'.repeat(400_000)}"}`,
      'must be a duration',
    ],
    ['POST actions/load_scenario', 'nesting', `{"scenario":{"a":${deep(60)}}}`, 'nested deeper'],
    [
      'POST actions/load_scenario',
      'a long name',
      `{"scenario":"${long}"}`,
      'must have at most 200 characters',
    ],
    ['POST reset', 'a long unknown key', `{"${long}":1}`, 'unknown field'],
    ['POST scenarios/check', 'a long unknown key', `{"${long}":1}`, 'unknown field'],
    ['POST scenarios/check', 'a long name', `{"text":"a","file":"${long}"}`, 'must be a file name'],
  ])('%s: %s', async (line, _what, body, named) => {
    const before = sandbox.state()
    const [method = '', path = ''] = line.split(' ')
    const answer = await quickly(() => controlClient(sandbox.running).send(method, path, body))
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(named) as string },
    })
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000)
    expect(sandbox.state()).toBe(before)
    expect(sandbox.crashes).toEqual([])
  })
})
