import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runExplore } from '../../support/explore/run-explore.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'
import { client, createsAgain, createsAgainText, looksFirst } from './clients.ts'

const scenarioOf = (kind: string) =>
  JSON.stringify({ timeline: [{ at_call: 1, do: 'arm_fault', kind }] })

/** A folder with two scenarios, and a file that is none. */
function corpus(): string {
  const folder = freshFolder()
  writeFileSync(join(folder, 'lost.yaml'), scenarioOf('drop_after'))
  writeFileSync(join(folder, 'before.yaml'), scenarioOf('drop_before'))
  writeFileSync(join(folder, 'notes.txt'), 'none')
  return folder
}

describe('explore --repeat with a folder', () => {
  it('tells each scenario in one line, and exits with 5 if one shows its problem', async () => {
    const folder = corpus()
    const { exitCode, stdout } = await runExplore('--repeat', folder, ...createsAgain)
    const unwrapped = stdout.replaceAll(/\n {7}/g, ' ')
    expect(exitCode).toBe(5)
    expect(unwrapped).toContain(`pass   ${join(folder, 'before.yaml')}: no problem\n`)
    expect(unwrapped).toContain(
      `FAIL   ${join(folder, 'lost.yaml')}: it makes the same alias twice`,
    )
    expect(unwrapped).toMatch(/\nexplore: \d problems? in 6 runs of 2 files and /)
  })

  it('exits with 0 if none does, with a test case for each in JUnit', async () => {
    const argv = ['--only', 'duplicate', '--format', 'junit']
    const { exitCode, stdout } = await runExplore('--repeat', corpus(), ...argv, ...looksFirst)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('tests="2" failures="0"')
  })

  it('says that a folder has no scenario', async () => {
    const folder = freshFolder()
    const { exitCode, stderr } = await runExplore('--repeat', folder, ...looksFirst)
    expect([exitCode, stderr]).toEqual([
      2,
      `alias-sandbox: --repeat: the folder ${folder} has no scenario (.yaml)\n`,
    ])
  })
})

describe('explore --known', () => {
  const known = (text: string) => {
    const file = join(freshFolder(), 'known.txt')
    writeFileSync(file, text)
    return ['--known', file]
  }
  const lost = ['--repeat', scenarioOf('drop_after'), '--only', 'duplicate']

  it('does not count a problem that is accepted, and names entries that were not met', async () => {
    const file = known(
      '# the old importer\nduplicate/*  # until it is rewritten\ngives_up/outage/list\n',
    )
    const { exitCode, stdout } = await runExplore(...lost, ...file, ...createsAgain)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Known, so not counted: duplicate/create.')
    expect(stdout).toContain('In --known, but not met: gives_up/outage/list.')
  })

  it.each([
    ['2999-12-31', 0, 'Known, so not counted: duplicate/create.'],
    ['2020-01-31', 5, 'In --known, but over, so counted: duplicate/* (until 2020-01-31).'],
  ])('accepts a problem until %s, and exits with %i', async (day, code, note) => {
    const file = known(`duplicate/* until ${day} # ticket 7`)
    const { exitCode, stdout } = await runExplore(...lost, ...file, ...createsAgain)
    expect(exitCode).toBe(code)
    expect(stdout).toContain(note)
  })

  it('adds what it found with --known-update, renews a line that is over, and keeps the others', async () => {
    const kept = '# the old importer\ngives_up/outage/list\n'
    for (const before of [`${kept}duplicate/create until 2020-01-31 # 7\n`, kept, undefined]) {
      const file = join(freshFolder(), 'known.txt')
      if (before !== undefined) writeFileSync(file, before)
      const update = ['--known', file, '--known-update']
      const { exitCode, stdout } = await runExplore(...lost, ...update, ...createsAgain)
      expect(exitCode).toBe(0)
      expect(stdout).toContain('(duplicate/create)')
      expect(stdout).not.toContain('not counted')
      const comment = before?.includes('# 7') ? ' # 7' : ''
      const [, ahead = '', day = ''] =
        /^([^]*)duplicate\/create until (\S+)( # 7)?\n$/.exec(readFileSync(file, 'utf8')) ?? []
      expect(ahead).toBe(before === undefined ? '' : kept)
      expect(readFileSync(file, 'utf8')).toBe(`${ahead}duplicate/create until ${day}${comment}\n`)
      expect(Date.parse(day) - Date.now()).toBeGreaterThan(88 * 86_400_000)
      const again = await runExplore(...lost, '--known', file, ...createsAgain)
      expect(again.exitCode).toBe(0)
    }
  })

  it('says before the run that it cannot write, such as through a symbolic link', async () => {
    const folder = freshFolder()
    const file = join(folder, 'known.txt')
    symlinkSync(join(folder, 'elsewhere'), file)
    for (const place of [file, folder, join(folder, 'none', 'known.txt')]) {
      const update = ['--known', place, '--known-update']
      const { exitCode, stdout, stderr } = await runExplore(...lost, ...update, ...createsAgain)
      expect([exitCode, stdout]).toEqual([2, ''])
      expect(stderr).toContain('--known-update: cannot write')
    }
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })

  it('tells what it found when it cannot write any more, and leaves the file as it was', async () => {
    const folder = freshFolder()
    const file = join(folder, 'known.txt')
    const inTheWay = `(await import('node:fs')).mkdirSync(${JSON.stringify(file)}, { recursive: true })`
    const update = ['--known', file, '--known-update', '--json']
    const { exitCode, stdout, stderr } = await runExplore(
      ...lost,
      ...update,
      ...client(`${inTheWay}\n${createsAgainText}`),
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain('--known-update: cannot write')
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [{ key: 'duplicate/create' }],
      known: { accepted: [] },
    })
    expect(readdirSync(folder)).toEqual(['known.txt'])
    expect(readdirSync(file)).toEqual([])
  })

  it('keeps what another run has written meanwhile', async () => {
    const file = join(freshFolder(), 'known.txt')
    const line = 'gives_up/outage/list until 2999-12-31\n'
    const other = `(await import('node:fs')).writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(line)})`
    const update = ['--known', file, '--known-update']
    await runExplore(...lost, ...update, ...client(`${other}\n${createsAgainText}`))
    expect(readFileSync(file, 'utf8')).toMatch(
      /^gives_up.*2999-12-31\nduplicate\/create until \S+\n$/,
    )
  })

  it('renews a line with * that is over', async () => {
    const [, file = ''] = known('duplicate/* until 2020-01-31\n')
    await runExplore(...lost, '--known', file, '--known-update', ...createsAgain)
    expect(readFileSync(file, 'utf8')).toMatch(/^duplicate\/\* until 20[2-9]\d-\d\d-\d\d\n$/)
    expect(readFileSync(file, 'utf8')).not.toContain('2020')
  })

  it('leaves a file alone to which mutate has written meanwhile', async () => {
    const file = join(freshFolder(), 'known.txt')
    const other = `(await import('node:fs')).writeFileSync(${JSON.stringify(file)}, 'create_as_500')`
    const update = ['--known', file, '--known-update']
    const { exitCode, stderr } = await runExplore(
      ...lost,
      ...update,
      ...client(`${other}\n${createsAgainText}`),
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain('known.txt:1')
    expect(readFileSync(file, 'utf8')).toBe('create_as_500')
  })

  it.each(['', '# nothing\n'])('takes the file %j for a list of none', async (text) => {
    const { exitCode, stderr } = await runExplore(...lost, ...known(text), ...createsAgain)
    expect([exitCode, stderr]).toEqual([5, expect.not.stringContaining('--known')])
  })

  it('reads a file of Windows and keeps its byte order mark and its ends of lines', async () => {
    const file = join(freshFolder(), 'known.txt')
    writeFileSync(file, '\ufeffduplicate/create\tuntil\t2020-01-31\r\ngives_up/outage/list\r\n')
    const update = ['--known', file, '--known-update']
    await runExplore(...lost, ...update, ...createsAgain)
    const written = readFileSync(file, 'utf8')
    expect(written).toMatch(
      /^\ufeffduplicate\/create\tuntil\t20\d\d-\d\d-\d\d\r\ngives_up\/outage\/list\r\n$/,
    )
    expect(written).not.toContain('2020-01-31')
  })

  it('accepts a key that stands twice as long as one of its lines says', async () => {
    const file = known('duplicate/create until 2020-01-31\nduplicate/* until 2999-12-31\n')
    const { exitCode, stdout } = await runExplore(...lost, ...file, '--json', ...createsAgain)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [],
      known: { accepted: ['duplicate/create'], over: [], not_met: [] },
    })
  })

  it.each([
    ['duplicates/create', ':1'],
    ['\ngives_up', ':2'],
    ['duplicate/* until tomorrow', ':1'],
    ['duplicate/* until 2027-02-31', ':1'],
    ['duplicate/* until 2027-13-01', ':1'],
    ['duplicate/* until 27-01-31', ':1'],
    ['duplicate/* 2027-01-31', ':1'],
  ])('refuses the file %j', async (text, place) => {
    const { exitCode, stderr } = await runExplore(...lost, ...known(text), ...createsAgain)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(place)])
  })
})

describe('--known-update', () => {
  it.each(['explore', 'mutate'])('of %s needs --known', async (command) => {
    const { exitCode, stderr } = await runCli([command, '--known-update', '--', 'true'])
    expect([exitCode, stderr]).toEqual([2, 'alias-sandbox: --known-update needs --known <file>\n'])
  })
})

describe('a problem that only some repeats show', () => {
  /** Creates again after a lost answer, in every second run. */
  const sometimes = (file: string) => [
    ...client(`import { mkdirSync, rmdirSync } from 'node:fs'
      const folder = process.argv.at(-1)
      await create().catch(() => {
        try {
          mkdirSync(folder) // of two runs at the same time one fails
        } catch {
          return rmdirSync(folder)
        }
        return create()
      })`),
    file,
  ]
  const argv = ['--repeat', scenarioOf('drop_after'), '--only', 'duplicate']

  it('is a note, and --flaky fail makes it count', async () => {
    const file = join(freshFolder(), 'odd')
    const noted = await runExplore(...argv, ...sometimes(file))
    expect([noted.exitCode, noted.stdout.replaceAll('\n', ' ')]).toEqual([
      0,
      expect.stringMatching(/\d of 10 repeats of its scenario did, so it does not count/),
    ])
    const counted = await runExplore(...argv, '--flaky', 'fail', ...sometimes(file))
    expect([counted.exitCode, counted.stdout]).toEqual([
      5,
      expect.stringMatching(/in \d of 10 runs/),
    ])
  })
})

it('shows the last lines that the client wrote, without what could repaint a terminal', async () => {
  const chatty = client(`
    await create().catch(() => {
      console.log('trying again\\n\\u001b[2Jreally')
      return create()
    })`)
  const { stdout } = await runExplore('--repeat', scenarioOf('drop_after'), ...chatty)
  expect(stdout).toContain('       Its last output:\n       > trying again\n       > really\n')
})
