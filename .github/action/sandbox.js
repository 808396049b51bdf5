// For start.js and finish.js: the files between them, the command, and what GitHub reads.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const temporary = variable('RUNNER_TEMP')
export const files = {
  ready: join(temporary, 'alias-sandbox.json'),
  log: join(temporary, 'alias-sandbox.log'),
  page: join(temporary, 'sandbox.html'),
  /** Where the package is installed if the project has none. */
  installed: join(temporary, 'alias-sandbox'),
}

/** A variable that the runner sets. */
export function variable(name) {
  const text = process.env[name]
  if (!text) fail(`${name} is not set: this script runs as a step of a GitHub action`)
  return text
}

/** Ends the step with a message that GitHub shows at the job. */
export function fail(message) {
  console.log(
    `::error title=alias-sandbox::${message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`,
  )
  process.exit(1)
}

/** Adds `name=value` to a file that the runner reads after the step. */
export function tell(file, values) {
  for (const [name, value] of Object.entries(values)) {
    if (/[\r\n]/.test(value)) fail(`${name} has a line break`)
    appendFileSync(variable(file), `${name}=${value}\n`)
  }
}

/** The command of the project, or of an earlier installation; undefined if there is none. */
export function findBin() {
  for (const folder of [process.cwd(), files.installed]) {
    try {
      const found = createRequire(join(folder, 'x.js')).resolve('alias-sandbox/package.json')
      return join(dirname(found), JSON.parse(readFileSync(found, 'utf8')).bin['alias-sandbox'])
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error
    }
  }
  return undefined
}

/** Runs a command of the sandbox to its end. */
export function run(argv) {
  return spawnSync(process.execPath, [findBin(), ...argv], { encoding: 'utf8' })
}
