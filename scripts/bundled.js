// Runs esbuild, and records which files went into what is shipped: the licences are taken from that.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const record = fileURLToPath(new URL('../build/bundled.json', import.meta.url))

/** Builds one bundle of the package; answers esbuild's metafile. */
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

/** Every file of every bundle, as esbuild names it. */
export function bundledFiles() {
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : []
}
