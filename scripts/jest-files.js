// What Jest loads by name: CommonJS, since its configuration may be.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const entries = { jest: 'setup', 'jest-teardown': 'teardown' }

/** Writes them beside the module that they lead to. */
export function writeJestFiles(folder) {
  for (const [file, name] of Object.entries(entries)) {
    const write = (ending, text) => writeFileSync(join(folder, `${file}.${ending}`), `${text}\n`)
    write('cjs', `module.exports = async () => (await import('./jest.js')).${name}()`)
    write('d.cts', `declare function ${name}(): Promise<void>\nexport = ${name}`)
  }
}
