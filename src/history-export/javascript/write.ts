import { readDoStep, type CallStep, type DoStep, type ExpectStep } from '../../contract/expect.ts'
import { toArguments } from './calls.ts'
import { callFunction } from './call-function.ts'
import { toLiteral, toPath, toVariable } from './values.ts'
import { limitMsOf } from '../time-limit.ts'
import { commentsOf, factsOf, namesIn, noNames, type Names, type Written } from '../written.ts'

/** How one test runner says what all of them say. */
type Dialect = {
  imports: readonly string[]
  /** Statements that start the sandbox, and that stop it. */
  before: readonly string[]
  after: readonly string[]
  equal: (found: string, expected: string) => string
  fails: (promise: string) => string
  /** The first and the last line of a test that may take so long. */
  begin: (title: string, limitMs: number) => string
  end: (limitMs: number) => string
}

const number = (ms: number) => ms.toLocaleString('en-US').replaceAll(',', '_')

const expecting = {
  equal: (found: string, expected: string) => `expect(${found}).toBe(${expected})`,
  fails: (promise: string) => `await expect(${promise}).rejects.toThrow()`,
  begin: (title: string) => `test(${title}, async () => {`,
  end: (limitMs: number) => `}, ${number(limitMs)})`,
}

/** The sandbox runs in the process of the test. */
const inProcess = (before: string, after: string) => ({
  before: [
    'let sandbox',
    'let account',
    '',
    `${before}(async () => {`,
    '  sandbox = await startSandbox({ scenario })',
    '  account = sandbox.defaultAccount',
    '})',
  ],
  after: [`${after}(() => sandbox.close())`],
})

export function writeVitest(written: Written): string {
  const imports = [
    "import { startSandbox } from 'alias-sandbox'",
    "import { afterAll, beforeAll, expect, test } from 'vitest'",
  ]
  return write(written, { ...expecting, ...inProcess('beforeAll', 'afterAll'), imports })
}

/**
 * Jest cannot load the whole library into CommonJS: the sandbox runs in a process of its own. Neither `require` nor
 * `import` works in all packages; what Node has loads modules in those with "type": "module" too.
 */
export function writeJest(written: Written): string {
  return write(written, {
    ...expecting,
    imports: [
      "const { createRequire } = process.getBuiltinModule('node:module')",
      'const load = createRequire(expect.getState().testPath)',
      "const { spawn } = load('node:child_process')",
      "const { once } = load('node:events')",
      "const { connectSandbox } = load('alias-sandbox/client')",
    ],
    before: [
      'let pid',
      'let sandbox',
      'let account',
      '',
      'beforeAll(async () => {',
      "  const options = ['--port', '0', '--json', '--no-ui']",
      "  const server = spawn('npx', ['alias-sandbox', 'start', ...options], {",
      "    stdio: ['ignore', 'pipe', 'inherit'],",
      "    shell: process.platform === 'win32',",
      '  })',
      "  const [line] = await once(server.stdout, 'data')",
      '  const ready = JSON.parse(line)',
      '  pid = ready.pid',
      '  sandbox = await connectSandbox(ready.url)',
      '  account = await sandbox.account({ scenario })',
      '}, 30_000)',
    ],
    after: [
      'afterAll(async () => {',
      '  await sandbox.close()',
      '  process.kill(pid) // npx does not pass signals on',
      '})',
    ],
  })
}

export function writeNodeTest(written: Written): string {
  return write(written, {
    ...inProcess('before', 'after'),
    imports: [
      "import assert from 'node:assert/strict'",
      "import { after, before, test } from 'node:test'",
      "import { startSandbox } from 'alias-sandbox'",
    ],
    equal: (found, expected) => `assert.equal(${found}, ${expected})`,
    fails: (promise) => `await assert.rejects(${promise})`,
    begin: (title, limitMs) => `test(${title}, { timeout: ${number(limitMs)} }, async () => {`,
    end: () => '})',
  })
}

function write(written: Written, dialect: Dialect): string {
  const { story } = written
  const { scenario, steps } = story
  const names = namesIn(
    steps,
    (name, isCall) => `${toVariable(name)}.${isCall ? 'body' : 'result'}`,
  )
  const body = new TestBody(names, dialect)
  for (const step of steps) body.add(step)
  const isAnswerUsed = steps.some(
    (step) => 'call' in step && step.as === undefined && step.status !== 'none',
  )
  const isKeyChanged = /rotate/.test(JSON.stringify(story))
  const lines = [
    ...commentsOf(written).map((line) => `// ${line}`),
    ...dialect.imports,
    '',
    '/** The state in which the story begins; its clock moves only when a step moves it. */',
    `const scenario = ${toLiteral(scenario, noNames, 0, 17)}`,
    '',
    ...dialect.before,
    '',
    ...dialect.after,
    '',
    ...(steps.some((step) => 'call' in step) ? callFunction(isKeyChanged, steps) : []),
    dialect.begin(`'the calls get the recorded answers'`, limitMsOf(story)),
    ...(isAnswerUsed ? ['  let answer', ''] : []),
    ...body.lines.slice(1).map((line) => (line === '' ? '' : `  ${line.replaceAll('\n', '\n  ')}`)),
    dialect.end(limitMsOf(story)),
    '',
  ]
  return lines.join('\n')
}

/** Longer statements stand on several lines. */
const MAX_LINE = 96

/** The statements of the test. */
class TestBody {
  readonly lines: string[] = []
  readonly #names: Names
  readonly #dialect: Dialect

  constructor(names: Names, dialect: Dialect) {
    this.#names = names
    this.#dialect = dialect
  }

  add(step: ExpectStep): void {
    if ('do' in step) this.#act(step)
    else this.#call(step)
  }

  #act(step: DoStep): void {
    const { action, args } = readDoStep(step)
    const { as, verbatim } = step
    const used = verbatim ? noNames : this.#names
    const literal =
      Object.keys(args).length === 0 ? '' : `, ${toLiteral(args, used, 0, action.length + 24)}`
    const made = `await account.do('${action}'${literal})`
    this.lines.push('', as === undefined ? made : `const ${toVariable(as)} = ${made}`)
  }

  #call(step: CallStep): void {
    const { times = 1, as, status } = step
    const made = `call(${toArguments(step, this.#names)})`
    const name = as === undefined ? 'answer' : `const ${toVariable(as)}`
    const assigned = `${name} = await ${made}`
    const isLong = !made.includes('\n') && assigned.length > MAX_LINE
    const wrapped = isLong ? assigned.replace(/call\((.*)\)$/s, 'call(\n  $1,\n)') : assigned
    const statements =
      status === 'none' ? [this.#dialect.fails(made)] : [wrapped, ...this.#checks(step, as)]
    this.lines.push('')
    if (times === 1) this.lines.push(...statements)
    else {
      const inner = statements.map((line) => `  ${line.replaceAll('\n', '\n  ')}`)
      this.lines.push(`for (let made = 0; made < ${times}; made += 1) {`, ...inner, '}')
    }
  }

  #checks(step: CallStep, as: string | undefined): string[] {
    const answer = as === undefined ? 'answer' : toVariable(as)
    return factsOf(step).map(([path, expected]) => {
      const field = path === 'retry_after' ? 'retryAfter' : toPath(path)
      const found = `${answer}.${field}${path === 'body.aliases' ? '.length' : ''}`
      return this.#dialect.equal(found, toLiteral(expected, noNames))
    })
  }
}
