import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import './fresh-build.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

type Outcome = { exitCode: number; output: string }

/** A user's project with the packed package installed. */
export interface TempProject {
  /** Copies a file or folder of this repository into it. */
  copy: (from: string, to?: string) => void
  write: (file: string, text: string) => void
  /** `variables` are added to its environment. */
  run: (
    command: string,
    argv: readonly string[],
    variables?: Record<string, string>,
  ) => Promise<Outcome>
  folder: string
}

/**
 * Packs and installs the package, once per test file. Returns a function that creates a project with it
 * and with `packages`, of which `msw=../.nodes/node_modules/msw3` is one from elsewhere; the project is removed when the test ends.
 */
export function usePackedPackage(): (packages: readonly string[]) => TempProject {
  const installed = mkdtempSync(join(tmpdir(), 'alias-sandbox-packed-'))
  beforeAll(() => installPacked(installed))
  afterAll(() => rmSync(installed, { recursive: true, force: true }))
  return (packages) => {
    const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-project-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // What `npm init -y` of npm 11 says: the files of a user that end in .js are no ES modules.
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
    const modules = join(folder, 'node_modules')
    cpSync(join(installed, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true })
    for (const each of packages) {
      const [name = '', from = name] = each.split('=')
      mkdirSync(dirname(join(modules, name)), { recursive: true })
      symlinkSync(join(root, 'node_modules', from), join(modules, name))
    }
    const at = (file: string) => join(folder, file)
    return {
      copy: (from, to = '.') => cpSync(join(root, from), at(to), { recursive: true }),
      write: (file, text) => writeFileSync(at(file), text),
      run: (command, argv, variables = {}) => runIn(folder, command, argv, variables),
      folder,
    }
  }
}

/** Installs the packed package in a folder. It has no dependencies, so no registry is needed. */
async function installPacked(folder: string): Promise<void> {
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', pack, { cwd: root })
  writeFileSync(join(folder, 'package.json'), '{}')
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--silent']
  await run('npm', [...install, join(folder, stdout.trim())], { cwd: folder })
}

/** Runs a command in the project, with its own binaries and without the variables of our test runner. */
async function runIn(
  folder: string,
  command: string,
  argv: readonly string[],
  variables: Record<string, string>,
): Promise<Outcome> {
  const ours = /^(npm_|vitest|test$|vite|node_env|jest|alias_sandbox|force_color|node_options)/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
  const path = [join(folder, 'node_modules', '.bin'), env['PATH']].join(delimiter)
  try {
    const { stdout, stderr } = await run(command, argv, {
      cwd: folder,
      env: { ...env, PATH: path, NO_COLOR: '1', ...variables },
    })
    return { exitCode: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    if (typeof code !== 'number') throw error
    return { exitCode: code, output: stdout + stderr }
  }
}
