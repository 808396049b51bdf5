// The sandbox's own table of limits, so that the input can reach them. It is TypeScript, which the Node that
// runs this cannot load directly.
import { buildSync } from 'esbuild'
import { fileURLToPath } from 'node:url'

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('../../src/contract/limits.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  write: false,
})
const code = outputFiles[0].text
/** `limits` of src/contract/limits.ts. */
export const { limits } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
