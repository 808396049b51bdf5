import { toLiteral as toJavaScript } from '../../../../history-export/javascript/values.ts'
import { toLiteral as toPython } from '../../../../history-export/python/values.ts'
import { noNames } from '../../../../history-export/written.ts'
import { exitCodes } from '../../../output/failure.ts'
import type { TestFormat } from '../read-options.ts'

/** A test that runs the client in one story, and passes as soon as `explore` finds nothing in it. */
export type ClientTest = {
  /** What the client does wrong, such as `makes the same alias twice`. */
  title: string
  /** Lines that tell the story. */
  comments: readonly string[]
  /** The command after `npx`. */
  words: readonly string[]
  /** The folder in which it runs, as a path from the folder of the test with slashes. */
  folder: string
}

/** What the test says of any other end: nothing is known about the client then. */
const NOT_RUN = 'The client was not tested: alias-sandbox could not run it'

/** A run is repeated, and each may wait in real time. */
const MAX_MS = 900_000

const writers: Record<TestFormat, (test: ClientTest) => string> = {
  'node-test': (test) =>
    javascript(test, {
      imports: [
        "import assert from 'node:assert/strict'",
        "import { execFile } from 'node:child_process'",
        "import { test } from 'node:test'",
        "import { promisify } from 'node:util'",
      ],
      cwd: urlOf(test.folder),
      limit: '',
      isZero: 'assert.equal(code, 0, stdout + stderr)',
    }),
  vitest: (test) =>
    javascript(test, {
      imports: [
        "import { execFile } from 'node:child_process'",
        "import { promisify } from 'node:util'",
        "import { expect, test } from 'vitest'",
      ],
      cwd: urlOf(test.folder),
      limit: ', MAX_MS',
      isZero: 'expect(code, stdout + stderr).toBe(0)',
    }),
  jest: (test) =>
    javascript(test, {
      imports: [
        "const { execFile } = require('node:child_process')",
        "const { join } = require('node:path')",
        "const { promisify } = require('node:util')",
      ],
      cwd: `join(__dirname, ${toJavaScript(test.folder, noNames)})`,
      limit: ', MAX_MS',
      // Jest has no messages for expectations.
      isZero: "expect(code === 0 ? '' : stdout + stderr).toBe('')",
    }),
  pytest: python,
}

/** Writes the test for a runner. */
export function writeClientTest(format: TestFormat, test: ClientTest): string {
  return writers[format](test)
}

type Dialect = { imports: readonly string[]; cwd: string; limit: string; isZero: string }

function javascript(test: ClientTest, { imports, cwd, limit, isZero }: Dialect): string {
  return [
    ...test.comments.map((line) => `// ${line}`),
    ...imports,
    '',
    ...(limit === '' ? [] : [`const MAX_MS = ${MAX_MS}`]),
    `const command = ${toJavaScript(test.words, noNames, 0, 16)}`,
    'const options = {',
    `  cwd: ${cwd},`,
    "  shell: process.platform === 'win32',",
    '  maxBuffer: Infinity,',
    '}',
    '',
    `test(${toJavaScript(`repaired: it ${test.title}`, noNames)}, async () => {`,
    "  const run = promisify(execFile)('npx', command, options)",
    '  const { code = 0, stdout, stderr } = await run.catch((error) => error)',
    `  if (code !== 0 && code !== ${exitCodes.problems})`,
    `    throw new Error(\`${NOT_RUN} (\${code}):\\n\${stdout}\${stderr}\`)`,
    `  ${isZero}`,
    `}${limit})`,
    '',
  ].join('\n')
}

/** Names of folders can have characters that mean something in a URL. */
function urlOf(folder: string): string {
  const path = folder.split('/').map(encodeURIComponent).join('/')
  return `new URL(${toJavaScript(`${path}/`, noNames)}, import.meta.url)`
}

function python(test: ClientTest): string {
  return [
    ...test.comments.map((line) => `# ${line}`),
    'import shutil',
    'import subprocess',
    'from pathlib import Path',
    '',
    `COMMAND = ${toPython(test.words, noNames, 0, 10)}`,
    `FOLDER = Path(__file__).parent / ${toPython(test.folder, noNames)}`,
    '',
    '',
    'def test_the_client_is_repaired():',
    '    npx = shutil.which("npx")',
    '    run = subprocess.run(',
    '        [npx, *COMMAND], cwd=FOLDER, capture_output=True, encoding="utf-8"',
    '    )',
    `    if run.returncode not in (0, ${exitCodes.problems}):`,
    `        raise RuntimeError(f"${NOT_RUN} ({run.returncode}):\\n{run.stdout}{run.stderr}")`,
    `    assert run.returncode == 0, ${toPython(`It ${test.title}:\n`, noNames)} + run.stdout + run.stderr`,
    '',
  ].join('\n')
}
