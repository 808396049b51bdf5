// The files that Jest loads by name. They are CommonJS, because a Jest configuration may be.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const entries = { jest: 'setup', 'jest-teardown': 'teardown' }

/** Writes each file next to the module that it loads. */
export function writeJestFiles(folder) {
  for (const [file, name] of Object.entries(entries)) {
    const write = (ending, text) => writeFileSync(join(folder, `${file}.${ending}`), `${text}\n`)
    write('cjs', `module.exports = async () => (await import('./jest.js')).${name}()`)
    write('d.cts', `declare function ${name}(): Promise<void>\nexport = ${name}`)
  }
}
