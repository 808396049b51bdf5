// The sandbox's own table of limits, so that the input can reach them. It is TypeScript, which the Node that
// runs this cannot load directly.
import { buildSync } from 'esbuild'
import { fileURLToPath } from 'node:url'

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('../../src/contract/values/bounds.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  write: false,
})
const code = outputFiles[0].text
/** `inputBounds` of src/contract/values/bounds.ts. */
export const { inputBounds } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
