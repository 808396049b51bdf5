// Removes from dist what nobody can reach: declarations of inner rooms, and modules that held only types.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reachedFiles } from './reached.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const reached = reachedFiles()

for (const file of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
  const path = join('dist', file)
  if (reached.has(path.replaceAll('\\', '/'))) continue
  if (path.endsWith('.d.ts') || isEmptyModule(path)) rmSync(join(root, path))
}

function isEmptyModule(path) {
  return path.endsWith('.js') && readFileSync(join(root, path), 'utf8').trim() === 'export {};'
}
