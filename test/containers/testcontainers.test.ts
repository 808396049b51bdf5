import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { needs } from '../support/tools/needs.ts'

// Neither Testcontainers nor Docker is here: only the form of these programs is checked, not what they call.
const folder = fileURLToPath(new URL('../../docs/snippets/testcontainers', import.meta.url))
const check = (command: string, argv: readonly string[]) =>
  spawnSync(command, argv, { cwd: folder, encoding: 'utf8' })

describe('the examples of Testcontainers can be parsed', () => {
  it('JavaScript', () => {
    expect(check(process.execPath, ['--check', 'sandbox.mjs'])).toMatchObject({ status: 0 })
  })

  it('Python', needs('python3'), () => {
    const program = "import ast; ast.parse(open('sandbox.py').read())"
    expect(check('python3', ['-c', program])).toMatchObject({ status: 0 })
  })

  it('Go', needs('gofmt'), () => {
    expect(check('gofmt', ['-l', 'sandbox_test.go'])).toMatchObject({ status: 0, stdout: '' })
  })

  it('Java, of which only the library is missing', needs('javac'), () => {
    const { stderr } = check('javac', ['-d', freshFolder(), 'Sandbox.java'])
    const errors = [...stderr.matchAll(/ error: (.*)/g)].map(([, text]) => text!)
    expect(errors).not.toEqual([])
    const other = errors.filter(
      (text) => !/package .* does not exist|cannot find symbol/.test(text),
    )
    expect(other).toEqual([])
  })
})
