import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { needs } from '../support/tools/needs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A package.json that is complete for a release. */
const complete = {
  name: 'thing',
  version: '1.2.3',
  type: 'module',
  repository: { type: 'git', url: 'git+https://github.com/someone/thing.git' },
}

/** A repository that is ready for a release, with a CI that does nothing. */
function repository() {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  const git = (...argv: string[]) => execFileSync('git', argv, { cwd: folder, stdio: 'pipe' })
  for (const inner of ['.ci', 'scripts']) mkdirSync(join(folder, inner))
  cpSync(join(root, 'scripts/release.js'), join(folder, 'scripts/release.js'))
  const manifest = JSON.stringify(complete)
  write('package.json', manifest)
  write('package-lock.json', manifest)
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.3 (2026-12-01)\n\n- New.\n')
  write('.gitignore', '*.tgz\n')
  write('.ci/run', 'echo "CI ran"\n')
  git('init', '--quiet')
  git('config', 'user.email', 'nobody@example.com')
  git('config', 'user.name', 'Nobody')
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'All')
  }
  commit()
  return { folder, write, git, commit }
}

function release(folder: string): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/release.js'], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

describe('npm run release', needs('git', 'bash'), () => {
  it('runs CI, packs, and publishes nothing', async () => {
    const { folder } = repository()
    const { exitCode, output } = await release(folder)
    expect(output).toMatch(/CI ran[^]*thing-1\.2\.3\.tgz is ready; nothing was published/)
    expect(exitCode).toBe(0)
    expect(readdirSync(folder)).toContain('thing-1.2.3.tgz')
  })

  it.each<[what: string, change: (made: ReturnType<typeof repository>) => void, says: string]>([
    ['something is uncommitted', ({ write }) => write('new', ''), 'NO  nothing is uncommitted'],
    ['the tag is there', ({ git }) => git('tag', 'v1.2.3'), 'NO  tag v1.2.3 does not exist yet'],
    [
      'the changelog has no date',
      ({ write, commit }) => {
        write('CHANGELOG.md', '## 1.2.3 (unreleased)\n')
        commit()
      },
      'NO  CHANGELOG.md has a section',
    ],
    [
      'nobody knows the repository, so that links of the README lead nowhere',
      ({ write, commit }) => {
        write('package.json', JSON.stringify({ ...complete, repository: undefined }))
        commit()
      },
      'NO  package.json has "repository"',
    ],
    [
      'the lock file has another version',
      ({ write, commit }) => {
        write('package-lock.json', '{"version":"1.2.2"}')
        commit()
      },
      'NO  the lock file has this version',
    ],
  ])('refuses when %s, before anything is built', async (_what, change, says) => {
    const made = repository()
    change(made)
    const { exitCode, output } = await release(made.folder)
    expect(output).toContain(says)
    expect([exitCode, output.includes('CI ran')]).toEqual([1, false])
  })
})
