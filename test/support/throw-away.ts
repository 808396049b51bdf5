import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

type Outcome = { exitCode: number; output: string }

/** A project of a user, with the packed package installed: what a registry would give, without one. */
export interface ThrowAway {
  /** Copies a file or folder of ours into it. */
  copy: (from: string, to?: string) => void
  write: (file: string, text: string) => void
  run: (command: string, argv: readonly string[]) => Promise<Outcome>
  remove: () => void
}

/** Makes one in which `packages` stand beside ours. */
export async function makeThrowAway(packages: readonly string[]): Promise<ThrowAway> {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-project-'))
  const modules = join(folder, 'node_modules')
  await unpack(folder, join(modules, 'alias-sandbox'))
  for (const name of packages) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  mkdirSync(join(modules, '.bin'))
  symlinkSync('../alias-sandbox/dist/bin.js', join(modules, '.bin', 'alias-sandbox'))
  chmodSync(join(modules, 'alias-sandbox/dist/bin.js'), 0o755) // as npm does
  const at = (file: string) => join(folder, file)
  return {
    copy: (from, to = '.') => cpSync(join(root, from), at(to), { recursive: true }),
    write: (file, text) => writeFileSync(at(file), text),
    run: (command, argv) => runIn(folder, command, argv),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What npm would publish, where npm would put it. */
async function unpack(folder: string, to: string): Promise<void> {
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    { cwd: root },
  )
  mkdirSync(to, { recursive: true })
  await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', to, '--strip-components=1'])
}

/** Runs a command there as its user would: its own binaries, and nothing that our test runner has set. */
async function runIn(folder: string, command: string, argv: readonly string[]): Promise<Outcome> {
  const ours = /^(npm_|vitest|test$|vite|node_env|jest|alias_sandbox|force_color|node_options)/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
  const path = [join(folder, 'node_modules', '.bin'), env['PATH']].join(delimiter)
  try {
    const { stdout, stderr } = await run(command, argv, {
      cwd: folder,
      env: { ...env, PATH: path, NO_COLOR: '1' },
    })
    return { exitCode: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    if (typeof code !== 'number') throw error
    return { exitCode: code, output: stdout + stderr }
  }
}
