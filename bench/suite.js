// How long `npm cit` takes in a fresh clone of the last commit.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Seconds of the installation with the tests; nothing where no round is wanted. */
export function measureSuite({ rounds }, tell) {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-suite-'))
  const seconds = []
  try {
    for (let round = 1; round <= rounds; round += 1) {
      tell(`npm cit ${round} of ${rounds}`)
      const clone = join(folder, String(round))
      execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone])
      const from = performance.now()
      execFileSync('npm', ['cit', '--silent'], { cwd: clone, stdio: 'ignore' })
      seconds.push((performance.now() - from) / 1e3)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return Object.fromEntries(seconds.map((each, index) => [`npm cit, s, round ${index + 1}`, each]))
}
