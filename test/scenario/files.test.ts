import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadScenarioFile, loadScenarioFolder } from '../../src/node/files/scenario-files.ts'
import { ScenarioError } from '../../src/scenario/merge.ts'
import { chooseScenario, loadCatalog } from '../../src/node/files/scenario-catalog.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { needs } from '../support/tools/needs.ts'

function folderWith(files: Record<string, string | Uint8Array> = {}): string {
  const folder = freshFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

function linesOf(load: () => unknown): readonly string[] {
  try {
    load()
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return error.lines
    throw error
  }
}

describe('a path that is not a scenario file is refused in one line', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('title: a', 'utf16le')])
  it.each([
    ['UTF-16', utf16, 'is not UTF-8 text'],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xc3, 0x28]), 'is not UTF-8 text'],
    ['more than 1 MiB', `# ${'x'.repeat(1024 * 1024)}`, 'is larger than 1 MiB'],
    ['nothing', '', 'the file is empty'],
  ])('%s', (_what, content, problem) => {
    const path = join(folderWith({ 's.yaml': content }), 's.yaml')
    expect(linesOf(() => loadScenarioFile(path))).toEqual([`${path}: ${problem}`])
  })

  it('a missing file', () => {
    const path = join(folderWith(), 'none.yaml')
    expect(linesOf(() => loadScenarioFile(path))).toEqual([`${path}: no such file or directory`])
  })

  it('a directory', () => {
    const path = join(folderWith(), 'dir.yaml')
    mkdirSync(path)
    expect(linesOf(() => loadScenarioFile(path))).toEqual([`${path}: is not a regular file`])
  })

  it('a pipe, without waiting for a writer', needs('mkfifo'), () => {
    const path = join(folderWith(), 'pipe.yaml')
    execFileSync('mkfifo', [path])
    expect(linesOf(() => loadScenarioFile(path))).toEqual([`${path}: is not a regular file`])
  })

  it('a device', () => {
    expect(linesOf(() => loadScenarioFile('/dev/zero'))).toEqual([
      '/dev/zero: is not a regular file',
    ])
  })
})

describe('a folder of scenarios', () => {
  it('contains the scenarios of its YAML and JSON files, except hidden ones', () => {
    const folder = folderWith({
      'b.yml': 'title: b',
      'a.yaml': 'title: a',
      'c.json': '{"title":"c"}',
      '.#a.yaml': ': broken',
      'README.md': '# no scenario',
    })
    expect(loadScenarioFolder(folder).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  it('is refused with the issues of all of its files', () => {
    const folder = folderWith({ 'a.yaml': 'titel: a', 'b.yaml': '5', 'c.yaml': '', 'c.json': '{}' })
    expect(linesOf(() => loadScenarioFolder(folder))).toEqual([
      expect.stringContaining('a.yaml:1:1: unknown field "titel"'),
      expect.stringContaining('b.yaml:1:1: scenario must be an object (got 5)'),
      expect.stringContaining('c.yaml: the file is empty'),
    ])
  })

  it('is refused when two of its files have the same name', () => {
    const folder = folderWith({ 'c.json': '{}', 'c.yaml': 'title: c' })
    expect(linesOf(() => loadScenarioFolder(folder))).toEqual([
      expect.stringContaining('c.yaml: another file of this folder is scenario c already'),
    ])
  })

  it('overrides a shipped scenario of the same name', async () => {
    const catalog = await loadCatalog(folderWith({ 'plus.yaml': 'title: Mine' }))
    expect(catalog.find('plus')).toEqual({ title: 'Mine' })
    expect(catalog.find('pro')?.title).toBe('Pro, no problems')
  })
})

describe('choosing scenarios', () => {
  it('merges several, with later ones overriding key by key', async () => {
    const chosen = await chooseScenario(await loadCatalog(), [
      'renewal_fails',
      'burst_minus_one',
      'pro',
    ])
    expect(chosen.name).toBe('renewal_fails+burst_minus_one+pro')
    expect(chosen.scenario).toMatchObject({
      title: 'Pro, no problems',
      account: { plan: 'pro', billing: 'active', card: 'declined' },
      usage: { burst: 59 },
    })
  })

  it('accepts a path, and its name from then on', async () => {
    const catalog = await loadCatalog()
    const path = join(folderWith({ 'mine.yaml': 'populate: 3' }), 'mine.yaml')
    expect(await chooseScenario(catalog, [path])).toEqual({
      name: 'mine',
      scenario: { populate: 3 },
    })
    expect(catalog.find('mine')).toEqual({ populate: 3 })
  })

  it('suggests the nearest name for an unknown one', async () => {
    await expect(chooseScenario(await loadCatalog(), ['past_du'])).rejects.toThrow(
      'unknown scenario "past_du" (did you mean "past_due"?)',
    )
  })

  it.each(['__proto__', 'constructor', ''])('does not accept %j as a name', async (name) => {
    await expect(chooseScenario(await loadCatalog(), [name])).rejects.toThrow(
      `unknown scenario ${JSON.stringify(name)} (allowed: `,
    )
  })
})
