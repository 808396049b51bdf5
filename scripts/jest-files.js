// The files that Jest loads by name. They are CommonJS, because a Jest configuration may be.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_REQUIRE } from './commonjs.js'

const entries = { jest: 'setup', 'jest-teardown': 'teardown' }

/** Writes each file next to the module that it loads. */
export function writeJestFiles(folder) {
  const write = (file, text) => writeFileSync(join(folder, file), `${text}\n`)
  for (const [file, name] of Object.entries(entries)) {
    write(`${file}.cjs`, `module.exports = async () => (await import('./jest.js')).${name}()`)
    write(`${file}.d.cts`, `declare function ${name}(): Promise<void>\nexport = ${name}`)
  }
  const environment = 'SandboxEnvironment'
  write(
    'jest-environment.cjs',
    `module.exports = ${NODE_REQUIRE}('./jest-environment.js').${environment}`,
  )
  write(
    'jest-environment.d.cts',
    `import { TestEnvironment } from 'jest-environment-node'\ndeclare class ${environment} extends TestEnvironment {}\nexport = ${environment}`,
  )
}
