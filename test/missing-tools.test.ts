import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a file of tests on a machine that has nothing but Node; what needs bash is in that file. */
function runWithoutTools(env: Readonly<Record<string, string>> = {}) {
  const argv = ['node_modules/vitest/vitest.mjs', 'run', 'test/cli/commands/offline.test.ts']
  const bare = { HOME: root, PATH: '', NO_COLOR: '1', ...env }
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    execFile(process.execPath, argv, { cwd: root, env: bare }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

describe('on a machine without a tool', () => {
  it('the tests that need it are skipped, and the last line says how many, and how to run them', async () => {
    const { exitCode, output } = await runWithoutTools()
    expect(output.trim().split('\n').at(-1)).toBe(
      '6 tests were skipped, because this machine has no bash (3), fish (3), zsh (3). To run them, install what is missing (CONTRIBUTING.md, "Tools").',
    )
    expect(exitCode).toBe(0)
  })

  it('the run fails with REQUIRE_ALL=1, and names the tool', async () => {
    const { exitCode, output } = await runWithoutTools({ REQUIRE_ALL: '1' })
    expect(output).toContain('REQUIRE_ALL=1, and this machine has no zsh, fish: install it')
    expect(exitCode).toBe(1)
  })
})
