import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sealed, smallSession } from '../../support/store/database-bytes.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { needs } from '../../support/tools/needs.ts'
import { runCli } from '../../support/process/run-cli.ts'

const session = smallSession()
const account = session.accounts[0]!
const json = JSON.stringify(session)
const good = sealed(json)

const over = (change: object) => sealed(JSON.stringify({ ...session, ...change }))
const overAccount = (change: object) => over({ accounts: [{ ...account, ...change }] })
const overStart = (change: object) => overAccount({ start: { ...account.start, ...change } })
const overCall = (change: object) =>
  overAccount({ history: [account.history[0], { ...account.history[1], ...change }] })

const start = (db: string) => runCli(['start', '--port', '0', '--db', db])

/** Contents of files that are not databases, and the errors. */
const contents: [what: string, content: string | Uint8Array, says: string][] = [
  ['nothing', '', 'is empty'],
  ['blanks', ' \n', 'is empty'],
  ['null', 'null', 'is not a database'],
  ['0', '0', 'is not a database'],
  ['false', 'false', 'is not a database'],
  ['an empty string', '""', 'is not a database'],
  ['a list', '[]', 'is not a database'],
  ['an empty object', '{}', 'is not a database'],
  ["lowdb's own shape", '{"aliases":[{}]}', 'is a scenario'],
  ['a package.json', readFileSync('package.json'), 'is not a session of alias-sandbox'],
  ['a page', '<!doctype html>\n<title>Session</title>', 'is a page of HTML'],
  ['words', 'my notes', 'it is not JSON'],
  ['what state save writes', json, 'is a session without the checksum of a database'],
  ['a byte order mark', `\uFEFF${good}`, 'is a session without the checksum'],
  ['UTF-16', Buffer.from(good, 'utf16le'), 'is not UTF-8 text'],
  ['bytes of no text', Buffer.from([0xff, 0xfe, 0x00]), 'is not UTF-8 text'],
  ['as many NULs', Buffer.alloc(good.length), 'is not a database'],
  ['CRLF', good.replace('\n', '\r\n'), 'is cut off'],
  ['half of itself', good.slice(0, good.length / 2), 'is cut off'],
  ['half of its head', good.slice(0, 30), 'is cut off or damaged'],
  ['another letter', good.replace('start_1', 'start_7'), 'is damaged: its checksum does not match'],
  ['another version', sealed(json, 2), 'has format version 2; this alias-sandbox reads version 1'],
  ['no accounts', over({ accounts: 'oops' }), 'accounts'],
  ['nobody', over({ accounts: [] }), 'default'],
  [
    'deep nesting',
    sealed(json.replace('"é"', '['.repeat(5_000) + ']'.repeat(5_000))),
    'nested deeper',
  ],
  [
    'a prototype',
    sealed(json.replace('"accounts"', '"__proto__":{"polluted":1},"accounts"')),
    '__proto__',
  ],
  ['a field too many', overAccount({ colour: 'red' }), 'colour'],
  ['an unknown plan', overStart({ definition: { account: { plan: 'gold' } } }), 'plan'],
  ['no key', overStart({ key: undefined }), 'key'],
  ['an unknown outcome', overCall({ outcome: 'lost' }), 'outcome'],
  ['an id twice', overCall({ id: 'start_1' }), 'id'],
  ['entries that are not in order', overCall({ order: 1 }), 'order'],
]

describe('--db refuses a file, names it and leaves it unchanged, when it contains', () => {
  it.each(contents)('%s', async (_what, content, says) => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    writeFileSync(file, content)
    const { exitCode, stdout, stderr } = await start(file)
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toMatch(/^alias-sandbox: --db .*\n$/)
    expect(stderr).toContain(`--db ${file} `)
    expect(stderr).toContain(says)
    expect(stderr).toContain('name another file, or move this one away')
    expect(readFileSync(file)).toEqual(Buffer.from(content))
    expect(readdirSync(folder)).toEqual(['db.json'])
  })
})

describe('--db refuses', () => {
  it('an empty path, and a path with NUL, as a usage error', async () => {
    for (const path of ['', 'a\0b']) {
      expect(await start(path)).toMatchObject({ exitCode: 2, stdout: '' })
    }
  })

  it(
    'a folder, a pipe, a socket and a device, without waiting for them',
    needs('mkfifo'),
    async () => {
      const folder = freshFolder()
      mkdirSync(join(folder, 'folder'))
      execFileSync('mkfifo', [join(folder, 'pipe')])
      const server = createServer().listen(join(folder, 'socket'))
      await once(server, 'listening')
      for (const path of ['folder', 'pipe', 'socket'].map((name) => join(folder, name))) {
        const { exitCode, stderr } = await start(path)
        expect(exitCode).toBe(2)
        expect(stderr).toContain(`${JSON.stringify(path)} is not a regular file`)
      }
      expect((await start('/dev/full')).exitCode).toBe(2)
      server.close()
    },
  )

  it('a file whose folder does not exist', async () => {
    const { exitCode, stderr } = await start(join(freshFolder(), 'none', 'db.json'))
    expect(exitCode).toBe(1)
    expect(stderr).toContain('its folder does not exist')
  })

  it('a file below a file', async () => {
    const file = join(freshFolder(), 'file')
    writeFileSync(file, '')
    expect(await start(join(file, 'db.json'))).toMatchObject({ exitCode: 1, stdout: '' })
  })

  it('a read-only file, even if a rename could replace it', async () => {
    const file = join(freshFolder(), 'db.json')
    writeFileSync(file, good)
    chmodSync(file, 0o444)
    const { exitCode, stderr } = await start(file)
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`--db ${file} is read-only`)
    expect(statSync(file).mode & 0o777).toBe(0o444)
    expect(readFileSync(file, 'utf8')).toBe(good)
  })
})
