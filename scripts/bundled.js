// Runs esbuild, and records which files end up in the package. The list of licences is made from that record.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const record = fileURLToPath(new URL('../build/bundled.json', import.meta.url))

/** Builds one bundle of the package and returns esbuild's metafile. */
export async function bundle(options) {
  const { metafile } = await build({ ...options, metafile: true })
  mkdirSync(new URL('../build', import.meta.url), { recursive: true })
  const files = new Set([...bundledFiles(), ...Object.keys(metafile.inputs)])
  writeFileSync(
    record,
    JSON.stringify(
      [...files].toSorted((a, b) => (a < b ? -1 : 1)),
      null,
      2,
    ),
  )
  return metafile
}

/** All files of all bundles, with the paths that esbuild uses. */
export function bundledFiles() {
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : []
}
