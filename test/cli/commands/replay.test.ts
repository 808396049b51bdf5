import type { Entry } from '../../../src/contract/history/entry.ts'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../../src/contract/session/session.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { callCore } from '../../support/core/core-call.ts'
import { fileOf, listEntry } from '../../support/history/small-file.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'
import { needs } from '../../support/tools/needs.ts'

/** A file with two accounts, actions, a key that was rotated, and calls that hang or wait for an hour. */
async function savedFile() {
  const sandbox = await freshSandbox({ scenario: 'past_due' })
  const control = controlClient(sandbox)
  const client = apiClient(sandbox)
  await client.create()
  await control.do('settle_invoice')
  await client.create('{"label":"x"}')
  await control.do('advance_clock', { by: '25h' })
  for (const fault of [{ kind: 'hang' }, { kind: 'delay', ms: 3_600_000 }]) {
    await control.do('arm_fault', fault)
    callCore(sandbox.sandbox, { method: 'GET', machineMs: Date.now() })
  }
  await apiClient(sandbox, 'sandbox_pro-mine').create()
  await control.do('rotate_key')
  await client.list()
  const file = join(freshFolder(), 'bug.json')
  await runCli(['save', file, '--url', sandbox.url])
  return { file, read: () => JSON.parse(readFileSync(file, 'utf8')) as Session }
}

/** Saves the file with a change. */
async function changedFile(change: (file: Session) => void) {
  const { file, read } = await savedFile()
  const value = read()
  change(value)
  writeFileSync(file, JSON.stringify(value))
  return file
}

function itemOf({ accounts }: Session, id: string): Entry {
  return accounts[0]!.history.find((item) => item.id === id)!
}

const saved = (text: string) => {
  const file = join(freshFolder(), 'x.json')
  writeFileSync(file, text)
  return file
}

describe('replay', () => {
  it('gives the same answers, without waiting for faults', async () => {
    const { file } = await savedFile()
    const { exitCode, stdout, stderr } = await runCli(['replay', file])
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '6 of 6 answers equal\n',
      stderr: '',
    })
    const json = await runCli(['replay', file, '--json'])
    expect(JSON.parse(json.stdout)).toEqual({ answers: 6, equal: 6 })
  })

  it.each([
    ['a file without accounts', { ...fileOf([]), accounts: [] }],
    ['a file without a call', fileOf([])],
  ])('finds nothing to compare in %s, and fails', async (_what, file) => {
    const answer = await runCli(['replay', saved(JSON.stringify(file))])
    expect(answer).toMatchObject({ exitCode: 1, stdout: 'no answers to compare\n', stderr: '' })
  })

  it('names the first answer that differs, field by field', async () => {
    const file = await changedFile((file) => {
      const item = itemOf(file, 'req_2')
      if (item.type === 'call') item.response.body = item.response.body.replace('"x"', '"y"')
    })
    const { exitCode, stdout } = await runCli(['replay', file])
    expect(exitCode).toBe(1)
    expect(stdout).toBe(
      [
        '5 of 6 answers equal',
        'first difference: default/req_2, POST /v1/aliases',
        '  body.alias.label',
        '    recorded  y',
        '    replayed  x',
        '',
      ].join('\n'),
    )
    const json = await runCli(['replay', file, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      equal: 5,
      first: {
        account: 'default',
        id: 'req_2',
        differences: [{ field: 'body.alias.label', recorded: 'y', replayed: 'x' }],
      },
    })
  })

  it('compares what became of a mail', async () => {
    const sandbox = await freshSandbox({})
    const to = 'nobody@alias-sandbox.example'
    await controlClient(sandbox).do('deliver_mail', { to })
    const file = join(freshFolder(), 'mail.json')
    await runCli(['save', file, '--url', sandbox.url])
    expect(await runCli(['replay', file])).toMatchObject({
      exitCode: 0,
      stdout: '1 of 1 answer equal\n',
    })
    const changed = readFileSync(file, 'utf8').replace('550 5.1.1', '250 2.0.0')
    const { exitCode, stdout } = await runCli(['replay', saved(changed)])
    expect(exitCode).toBe(1)
    expect(stdout).toContain('first difference: default/mail_1, control deliver_mail\n')
  })

  it('shows what an edited action changes, and that it differed before', async () => {
    const file = await changedFile((file) => {
      const item = itemOf(file, 'act_1')
      if (item.type === 'action') item.action = 'cancel_subscription'
    })
    const { exitCode, stdout } = await runCli(['replay', file])
    expect(exitCode).toBe(1)
    expect(stdout).toContain('first difference: default/req_2, POST /v1/aliases\n  status\n')
    expect(stdout).toContain(
      'before it, default/act_1, control cancel_subscription already differed',
    )
  })

  it('is equal when only events moved', async () => {
    const file = await changedFile((file) => {
      const item = itemOf(file, 'act_2')
      if (item.type === 'action') item.arguments = { by: '26h' }
      file.accounts[0]!.history = file.accounts[0]!.history.slice(0, -1)
      for (const each of file.accounts[0]!.history)
        if (each.order > item.order)
          each.at = new Date(Date.parse(each.at) + 3_600_000).toISOString()
    })
    expect(await runCli(['replay', file])).toMatchObject({ exitCode: 0 })
  })

  it.each([
    [['/nowhere.json'], 2, 'cannot read /nowhere.json (ENOENT)'],
    [['FOLDER'], 2, 'is not a regular file'],
    [[], 2, 'replay: missing argument <file>'],
  ])('%j is refused', async (argv, exitCode, message) => {
    const folder = join(freshFolder(), 'folder')
    mkdirSync(folder)
    const words = argv.map((word) => word.replace('FOLDER', folder))
    const answer = await runCli(['replay', ...words])
    expect(answer).toMatchObject({ exitCode, stdout: '' })
    expect(answer.stderr).toContain(message)
  }) // prettier-ignore

  it('a file that is too large or not UTF-8 is refused', async () => {
    const large = saved(' '.repeat(33 * 1024 ** 2))
    expect((await runCli(['replay', large])).stderr).toContain('is larger than 32 MiB')
    const binary = join(freshFolder(), 'x.json')
    writeFileSync(binary, Buffer.from([0x7b, 0xff, 0x7d]))
    expect((await runCli(['replay', binary])).stderr).toContain('is not UTF-8 text')
  })

  it('a pipe is refused without waiting for it', needs('mkfifo'), async () => {
    const pipe = join(freshFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const answer = await runCli(['replay', pipe])
    expect(answer).toMatchObject({ exitCode: 2 })
    expect(answer.stderr).toContain('is not a regular file')
  })

  it('texts of a file cannot control the terminal', async () => {
    const file = fileOf([
      {
        ...listEntry(1),
        request: { ...listEntry(1).request, method: 'GET\u001b[2J', path: '/v1/\u202ealiases' },
      },
    ])
    const { exitCode, stdout } = await runCli(['replay', saved(JSON.stringify(file))])
    expect(exitCode).toBe(1)
    for (const unsafe of ['\u001b', '\u202e']) expect(stdout).not.toContain(unsafe)
  })
})
