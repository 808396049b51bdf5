import { basename, relative, sep } from 'node:path'
import { escapeUnsafe, printable } from '../../text/escape.ts'
import { version } from '../../version.ts'
import type { TestFormat } from '../args/tables/save-formats.ts'
import { exitCodes } from '../output/failure.ts'

/** A test that runs a client in a story, and passes as soon as `explore` finds nothing in it. */
export type ClientTest = {
  /** The name of the test, such as `repaired: it makes the same alias twice`. */
  title: string
  /** What stands above the test. */
  about: string
  /** The command that explores the client, up to its `--`. */
  explore: readonly string[]
  /** The command that runs the client; undefined leaves a line to fill in. */
  client: readonly string[] | undefined
  /** The folder in which it runs: a path from the folder of the test, with slashes. */
  folder: string
}

/** What the test says of any other end: nothing is known about the client then. */
const NOT_RUN = 'The client was not tested: alias-sandbox could not run it'
/** A run is repeated, and each may wait in real time. */
const MAX_MS = '900_000'
/** Where the package is not installed, npx would run that of whoever owns the name in the registry. */
const NPX = ['--no-install', '--offline']

/** What stands above a test, whose story is in a scenario file or in the test itself. */
export function aboutTest(scenario: string | undefined): string {
  const story = scenario === undefined ? '' : `; ${basename(scenario)} is its story`
  return printable(
    `Written by alias-sandbox ${version}. It passes once the client is repaired${story}.`,
  )
}

/** The way from a folder to the current one, with slashes. */
export function folderFrom(folder: string): string {
  return relative(folder, '.').replaceAll(sep, '/') || '.'
}

/** The whole file, in at most 25 lines. */
export function writeClientTest(format: TestFormat, test: ClientTest): string {
  return writers[format](test).join('\n')
}

const writers: Record<TestFormat, (test: ClientTest) => string[]> = {
  vitest: (test) =>
    javascript(test, {
      imports: [
        "import { execFile } from 'node:child_process'",
        "import { promisify } from 'node:util'",
        "import { expect, test } from 'vitest'",
      ],
      cwd: `new URL(${literal(urlOf(test.folder))}, import.meta.url)`,
      assert: 'expect(code, said).toBe(0)',
      end: `}, ${MAX_MS})`,
    }),
  // Neither `require` nor `import` works in all packages. Expectations of Jest have no messages.
  jest: (test) =>
    javascript(test, {
      imports: [
        "const { execFile } = process.getBuiltinModule('node:child_process')",
        "const { dirname, join } = process.getBuiltinModule('node:path')",
        "const { promisify } = process.getBuiltinModule('node:util')",
      ],
      cwd: `join(dirname(expect.getState().testPath), ${literal(test.folder)})`,
      assert: "expect(code === 0 ? '' : said).toBe('')",
      end: `}, ${MAX_MS})`,
    }),
  'node-test': (test) =>
    javascript(test, {
      imports: [
        "import assert from 'node:assert/strict'",
        "import { execFile } from 'node:child_process'",
        "import { test } from 'node:test'",
        "import { promisify } from 'node:util'",
      ],
      cwd: `new URL(${literal(urlOf(test.folder))}, import.meta.url)`,
      assert: 'assert.equal(code, 0, said)',
      end: '})',
    }),
  pytest: python,
}

/** How one test runner says what all of them say. */
type Dialect = { imports: readonly string[]; cwd: string; assert: string; end: string }

function javascript(test: ClientTest, { imports, cwd, assert, end }: Dialect): string[] {
  return [
    `// ${test.about}`,
    ...imports,
    '',
    `const client = ${clientOf(test, '//')}`,
    `const explore = ${literal([...NPX, ...test.explore])}`,
    'const options = {',
    `  cwd: ${cwd},`,
    "  shell: process.platform === 'win32',",
    '  maxBuffer: Infinity,',
    '}',
    '',
    `test(${literal(test.title)}, async () => {`,
    "  const run = promisify(execFile)('npx', [...explore, '--', ...client], options)",
    '  const { code = 0, stdout, stderr } = await run.catch((error) => error)',
    '  const said = stdout + stderr',
    `  if (code !== 0 && code !== ${exitCodes.problems}) throw new Error(\`${NOT_RUN} (\${code}):\\n\${said}\`)`,
    `  ${assert}`,
    end,
    '',
  ]
}

/** Names of folders can have characters that mean something in a URL. */
function urlOf(folder: string): string {
  return `${folder.split('/').map(encodeURIComponent).join('/')}/`
}

function python(test: ClientTest): string[] {
  return [
    `# ${test.about}`,
    'import shutil',
    'import subprocess',
    'from pathlib import Path',
    '',
    `CLIENT = ${clientOf(test, '#')}`,
    `EXPLORE = ${literal([...NPX, ...test.explore])}`,
    `FOLDER = Path(__file__).parent / ${literal(test.folder)}`,
    '',
    '',
    'def test_the_client_is_repaired():',
    '    command = [shutil.which("npx"), *EXPLORE, "--", *CLIENT]',
    '    run = subprocess.run(command, cwd=FOLDER, capture_output=True, encoding="utf-8")',
    '    said = run.stdout + run.stderr',
    `    if run.returncode not in (0, ${exitCodes.problems}):`,
    `        raise RuntimeError(f"${NOT_RUN} ({run.returncode}):\\n{said}")`,
    `    assert run.returncode == 0, ${literal(`${test.title}:\n`)} + said`,
    '',
  ]
}

function clientOf({ client }: ClientTest, comment: string): string {
  if (client) return literal(client)
  return `[] ${comment} TO FILL IN: the command that runs your client, such as ["node", "client.js"]`
}

/** Texts and lists of JSON mean the same in JavaScript and in Python. */
function literal(value: string | readonly string[]): string {
  if (typeof value !== 'string') return `[${value.map(literal).join(', ')}]`
  return escapeUnsafe(JSON.stringify(value))
}
