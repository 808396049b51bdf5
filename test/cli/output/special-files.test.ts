import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { runCli } from '../../support/process/run-cli.ts'

type SpecialFile = [what: string, put: (path: string) => void]

const special: SpecialFile[] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
  ['a link to itself', (path) => symlinkSync(path, path)],
  ['a link to a file that does not exist', (path) => symlinkSync('missing', path)],
]
const pipe: SpecialFile = ['a pipe', (path) => execFileSync('mkfifo', ['-m', '600', path])]
const hugeFile: SpecialFile = [
  'a huge file',
  (path) => {
    writeFileSync(path, '', { mode: 0o600 })
    truncateSync(path, 2 ** 40)
  },
]
const link: SpecialFile = [
  'a link to a file',
  (path) => {
    writeFileSync(`${path}.victim`, 'precious')
    symlinkSync(`${path}.victim`, path)
  },
]

/** The contents of a folder, in a form that can be compared. */
function seenIn(folder: string) {
  const names = readdirSync(folder).toSorted()
  return names.map((name) => {
    const { mode, size, ino } = lstatSync(join(folder, name))
    return { name, mode, size, ino }
  })
}

/** Runs a command line with a special file; it must exit by itself and print one line that names the file. */
async function refuses([, put]: SpecialFile, name: string, argsFor: (path: string) => string[]) {
  const folder = freshFolder()
  const path = join(folder, name)
  put(path)
  const before = seenIn(folder)
  const { exitCode, stderr } = await runCli(argsFor(path))
  expect([1, 2]).toContain(exitCode)
  expect(stderr).toContain(path)
  expect(stderr).not.toMatch(/internal error|unknown error|\n +at /)
  expect(seenIn(folder)).toEqual(before)
}

describe.each<[what: string, name: string, args: string[]]>([
  ['--db', 'db.json', ['start', '--port', '0', '--db']],
  ['--control-token-file', 'token', ['start', '--port', '0', '--control-token-file']],
  ['--scenario', 'mine.yaml', ['start', '--port', '0', '--scenario']],
  ['scenarios check', 'mine.yaml', ['scenarios', 'check']],
  ['load', 'session.json', ['load']],
])(
  'the file of %s is refused, and neither waited for nor read without end, when it is',
  (_what, name, args) => {
    it.each([...special, hugeFile])('%s', (...row) => refuses(row, name, (path) => [...args, path]))
    it.each([pipe])('%s', needs('mkfifo'), (...row) =>
      refuses(row, name, (path) => [...args, path]),
    )
  },
)

describe('the file of --ready-file is not replaced, nor written through, when it is', () => {
  const args = (path: string) => ['start', '--port', '0', '--ready-file', path]
  it.each([...special, link])('%s', (...row) => refuses(row, 'ready.json', args))
  it.each([pipe])('%s', needs('mkfifo'), (...row) => refuses(row, 'ready.json', args))
})

describe('the file of save is not replaced, nor written through, when it is', () => {
  const save = async (row: SpecialFile) => {
    const { url } = await freshSandbox({})
    await refuses(row, 'session.json', (path) => ['save', path, '--url', url])
  }
  it.each([...special, link])('%s', (...row) => save(row))
  it.each([pipe])('%s', needs('mkfifo'), (...row) => save(row))
})
