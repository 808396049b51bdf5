// The sandbox's own table of limits, so that what is sent goes up to them. It is TypeScript without
// imports, which the Node that runs this cannot read by itself.
import { transformSync } from 'esbuild'
import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../src/contract/bounds.ts', import.meta.url), 'utf8')
const { code } = transformSync(source, { loader: 'ts', format: 'esm' })
/** `inputBounds` of src/contract/bounds.ts. */
export const { inputBounds } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
