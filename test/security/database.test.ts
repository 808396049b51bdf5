import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startCli } from '../support/process/run-cli.ts'

/** Creates an alias in a sandbox with a file; `look` is called while it runs. */
async function keepOne(db: string, look = () => {}): Promise<number> {
  const run = startCli(['--port', '0', '--db', db])
  const ready = run.until('ready').catch(() => {})
  await Promise.race([ready, run.exitCode])
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.stdout()) ?? []
  if (url) {
    const headers = { authorization: 'Bearer sandbox_default' }
    await fetch(`${url}/v1/aliases`, { method: 'POST', headers })
    look()
  }
  run.signal('SIGTERM')
  return run.exitCode
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('T26 only the owner can read the files of --db', async () => {
  const folder = freshFolder()
  const db = join(folder, 'db.json')
  const seen: [string, number][] = []
  const look = () => {
    for (const name of readdirSync(folder)) seen.push([name, statSync(join(folder, name)).mode])
  }
  expect(await keepOne(db, look)).toBe(0)
  expect(seen.map(([name]) => name)).toContain('db.json')
  expect(seen.filter(([, mode]) => (mode & 0o077) !== 0)).toEqual([])
})

// In a folder that others can write to, they may create a link in place of one of our files.
it.each(['.db.json.tmp', 'db.json.tmp', 'db.json.pid', 'db.json.lock', 'db.json.bak'])(
  'T25 a link planted as %s does not redirect a write',
  async (name) => {
    const folder = freshFolder()
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'precious')
    symlinkSync(victim, join(folder, name))
    await keepOne(join(folder, 'db.json'))
    expect(readFileSync(victim, 'utf8')).toBe('precious')
  },
)

it('T25 a link to a missing file creates no file there', async () => {
  const folder = freshFolder()
  symlinkSync(join(folder, 'new'), join(folder, 'db.json.pid'))
  await keepOne(join(folder, 'db.json'))
  expect(existsSync(join(folder, 'new'))).toBe(false)
})
