// Joins small files of the bundle. esbuild writes one for each set of entries that share code, dozens of them, and
// Node takes a third of a millisecond to load each; docs/decisions/004 has the figures.
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

/**
 * Of what a start loads, each file joins the first layer that has an entry which loads it; `weight` is what that entry
 * loads in all, in bytes. So a layer imports from earlier ones only, and what is light stays light.
 */
const layers = {
  /** What a test loads that drives a sandbox: the least. */
  client: ({ entryPoint }) => entryPoint === 'build/client.js',
  /** A command that drives a sandbox, after what each command loads. */
  command: ({ entryPoint, weight }) => entryPoint === 'build/cli/main.js' || weight <= 50_000,
  medium: ({ weight }) => weight <= 200_000,
  heavy: ({ weight }) => weight <= 520_000,
  rest: () => true,
}
/** The entry of a start, as esbuild names it. */
const START = 'build/cli/commands/start.js'

/** @param outputs those of esbuild's metafile, with paths of files in `folder` */
export async function joinChunks(folder, outputs) {
  const files = new Map(
    Object.entries(outputs).map(([path, { imports, entryPoint = null, exports, bytes }]) => {
      const isStatic = ({ kind, external }) => kind === 'import-statement' && !external
      const loads = imports.filter(isStatic).map((each) => basename(each.path))
      return [basename(path), { entryPoint, exports, bytes, loads }]
    }),
  )
  const layerOf = assignLayers(files)
  const plugin = joining(folder, files, layerOf)
  await build({
    entryPoints: [
      ...[...files.keys()].filter((file) => !layerOf.has(file)).map((file) => join(folder, file)),
      ...Object.keys(layers).map((name) => ({ in: `layer:${name}`, out: layerFile(name, '') })),
    ],
    outdir: folder,
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [plugin],
  })
  for (const file of layerOf.keys()) rmSync(join(folder, file))
}

const layerFile = (name, extension = '.js') => `layer-${name}${extension}`

/** The layer of each file that is joined; entries keep files of their own. */
function assignLayers(files) {
  const entries = [...files]
    .filter(([, { entryPoint }]) => entryPoint !== null)
    .map(([file, { entryPoint }]) => {
      const loaded = loadedBy(file, files)
      const weight = [...loaded].reduce((sum, each) => sum + files.get(each).bytes, 0)
      return { entryPoint, loaded, weight }
    })
  const start = entries.find(({ entryPoint }) => entryPoint === START)
  if (start === undefined) throw new Error(`No entry is named ${START}.`)
  const layerOf = new Map()
  for (const [name, isOfLayer] of Object.entries(layers))
    for (const { loaded } of entries.filter(isOfLayer))
      for (const file of loaded)
        if (start.loaded.has(file) && files.get(file).entryPoint === null && !layerOf.has(file))
          layerOf.set(file, name)
  return layerOf
}

/** A file and all that it loads at once. */
function loadedBy(file, files) {
  const loaded = new Set([file])
  for (const each of loaded) for (const next of files.get(each).loads) loaded.add(next)
  return loaded
}

/** Two files of a layer may export the same name, so a layer exports `<name>_<hash of the file>`. */
function joining(folder, files, layerOf) {
  const joinedName = (file, name) => `${name}_${/-(\w+)\.js$/.exec(file)[1]}`
  const exportsOf = (file, toLine) => {
    const list = files.get(file).exports.map(toLine)
    return list.length === 0 ? '' : `export { ${list.join(', ')} } from `
  }
  const layerText = (name) =>
    [...layerOf]
      .filter(([, layer]) => layer === name)
      .map(([file]) => {
        const from = exportsOf(file, (each) => `${each} as ${joinedName(file, each)}`)
        return `${from || 'import '}${JSON.stringify(`./${file}`)}`
      })
      .join('\n')
  // What others see of a joined file.
  const partText = (file) => {
    const from = exportsOf(file, (each) => `${joinedName(file, each)} as ${each}`)
    return `${from || 'import '}${JSON.stringify(`./${layerFile(layerOf.get(file))}`)}`
  }
  return {
    name: 'join-chunks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^layer:/ }, ({ path }) => ({
        path: path.slice('layer:'.length),
        namespace: 'layer',
      }))
      onLoad({ filter: /.*/, namespace: 'layer' }, ({ path }) => ({
        contents: layerText(path),
        resolveDir: folder,
      }))
      onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({
        contents: partText(path),
        resolveDir: folder,
      }))
      onResolve({ filter: /.*/ }, ({ path, kind, importer, namespace }) => {
        if (kind === 'entry-point') return undefined
        const file = basename(path)
        const layer = path.startsWith('./') ? layerOf.get(file) : undefined
        if (layer === undefined || namespace === 'part') return { path, external: true }
        const isSame =
          layer === (namespace === 'layer' ? importer : layerOf.get(basename(importer)))
        return isSame ? { path: join(folder, file) } : { path: file, namespace: 'part' }
      })
    },
  }
}
