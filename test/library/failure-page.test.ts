import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import '../support/process/fresh-build.js'
import { saveFailurePage } from '../../src/library/failure-page.ts'
import { startSandbox } from '../../src/index.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'

/** Saves the page of an account; returns its path and what is told. */
async function saved(folder: string, tests: readonly string[]) {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.close())
  vi.stubEnv('ALIAS_SANDBOX_PAGES', folder)
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    told.mockRestore()
  })
  const account = await sandbox.account({ name: 'mine' })
  const files = await Promise.all(tests.map((test) => saveFailurePage(account, test)))
  return { files, told: told.mock.calls.map(([text]) => String(text)).join('') }
}

describe('the page of a failed test', () => {
  it('is named after the test, in a folder that is made for it', async () => {
    const folder = join(freshFolder(), 'deep', 'pages')
    const { files, told } = await saved(folder, ['../a: <b>'])
    expect(files).toEqual([join(folder, '_a_b_-mine.html')])
    expect(told).toBe(`alias-sandbox: what happened is in ${files[0]}\n`)
  })

  it('is whole when two write the same one, and nothing else is left', async () => {
    const folder = freshFolder()
    const { files } = await saved(folder, ['one', 'one'])
    expect(files).toEqual([join(folder, 'one-mine.html'), join(folder, 'one-mine.html')])
    expect(readdirSync(folder)).toEqual(['one-mine.html'])
  })

  it('that cannot be written is told, and hides no failure', async () => {
    const file = join(freshFolder(), 'a-file')
    writeFileSync(file, '')
    const { files, told } = await saved(join(file, 'pages'), ['one'])
    expect(files).toEqual([undefined])
    expect(told).toMatch(/^alias-sandbox: no page of the failed test: E.*a-file.*\n$/)
  })
})
