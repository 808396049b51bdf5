// Makes what CommonJS programs load: the client as one file, and the functions that Jest calls.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const dist = (file) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url))
const write = (file, lines) => writeFileSync(dist(file), `${lines.join('\n')}\n`)

await build({
  entryPoints: [dist('client.js')],
  outfile: dist('client.cjs'),
  bundle: true,
  format: 'cjs',
  platform: 'neutral',
  target: 'es2023',
  logLevel: 'warning',
})

// The types are those of the ES module; a module of this kind has to say so.
const fromModule = "'./client.js' with { 'resolution-mode': 'import' }"
write('client.d.cts', [
  `import type * as client from ${fromModule}`,
  `export type * from ${fromModule}`,
  'export declare const connectSandbox: typeof client.connectSandbox',
  'export declare const SandboxError: typeof client.SandboxError',
  'export type SandboxError = client.SandboxError',
])

for (const [file, name] of [
  ['jest', 'setup'],
  ['jest-teardown', 'teardown'],
]) {
  write(`${file}.cjs`, [`module.exports = async () => (await import('./jest.js')).${name}()`])
  write(`${file}.d.cts`, [`declare function ${name}(): Promise<void>`, `export = ${name}`])
}
