import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { needs } from '../support/tools/needs.ts'
import { runCli } from '../support/process/run-cli.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
  // It has no writer: opening it for reading would block forever.
  execFileSync('mkfifo', [join(folder, 'pipe')])
})
afterAll(() => rmSync(folder, { recursive: true }))

const bomb = [
  'a: &a [x]',
  ...[...'bcdefghij'].map(
    (name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9).slice(0, -1)}]`,
  ),
].join('\n')

/** People share scenario files, so a file is only data: it cannot run code or read other files. */
describe('a hostile scenario file never starts: exit code 2', needs('mkfifo'), () => {
  it.each([
    ['T20 a prototype', '{"__proto__":{"polluted":1},"aliases":[]}', '__proto__'],
    ['T20 a prototype, deeper', '{"account":{"__proto__":{"polluted":1}}}', '__proto__'],
    ['T20 a constructor', '{"constructor":{"prototype":{"polluted":1}}}', 'constructor'],
    [
      'T20 a prototype in an alias',
      'aliases: [{ label: x, __proto__: { polluted: 1 } }]',
      '__proto__',
    ],
    ['T21 aliases of aliases, 9^9', bomb, 'anchors and aliases'],
    ['T21 a merge key', 'a: &a { title: x }\n<<: *a', 'anchors and aliases'],
    ['T22 code', 'title: !!js/function "function(){}"', 'tags'],
    ['T22 a Python object', 'title: !!python/object/apply:os.system [id]', 'tags'],
    ['T22 a reference', '{"$ref":"pipe"}', '$ref'],
    ['T22 a reference to a file', '{"account":{"$ref":"file:///dev/zero"}}', '$ref'],
    ['T22 an extension', 'extends: ../../x.js', 'extends'],
    ['T22 an include', 'include: pipe', 'include'],
    ['T22 a file', 'file: /dev/zero', 'file'],
    ['a newer version', 'version: 99', 'version'],
    ['two documents', 'title: a\n---\ntitle: b', 'one YAML document'],
    ['twenty thousand brackets', '['.repeat(20_000), 'nested deeper than 50 levels'],
  ])('%s', async (what, content, named) => {
    const file = join(folder, `s${what.length}.yaml`)
    writeFileSync(file, content)
    const { exitCode, stdout, stderr } = await runCli(['--port', '0', '-s', file])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(named)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it.each(['pipe', '../../etc/passwd', '/dev/zero', '.', '/proc/self/environ'])(
    'T22 %s as the scenario file never starts',
    async (path) => {
      const { exitCode, stdout } = await runCli([
        '--port',
        '0',
        '-s',
        path.startsWith('/') ? path : join(folder, path),
      ])
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    },
  )

  it.each(['../../x', 'con', '__proto__', 'constructor', 'toString', 'x'.repeat(10_000)])(
    'the scenario name %s never starts',
    async (name) => {
      const { exitCode, stdout, stderr } = await runCli(['--port', '0', '-s', name])
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
      expect(stderr.length).toBeLessThan(3_000)
    },
  )
})

it('a path, a URL or a template in a text stays text', async () => {
  const file = join(folder, 'texts.yaml')
  const text = '${HOME} {{7*7}} $(id) file:///etc/passwd http://evil.example/ ../../x'
  writeFileSync(
    file,
    JSON.stringify({
      title: text,
      aliases: [{ id: 'a', label: text }],
      expect: [{ call: 'GET /v1/aliases', status: 200 }],
    }),
  )
  const { exitCode, stdout, stderr } = await runCli(['scenarios', 'check', file])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).not.toContain('49')
})
