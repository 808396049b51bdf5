// The sandbox's own table of limits, so that what is sent goes up to them. It is TypeScript, which the
// Node that runs this cannot read by itself.
import { buildSync } from 'esbuild'
import { fileURLToPath } from 'node:url'

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('../../src/contract/bounds.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  write: false,
})
const code = outputFiles[0].text
/** `inputBounds` of src/contract/bounds.ts. */
export const { inputBounds } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
