import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Another Node, by its number as in `Node 22`, where CONTRIBUTING.md ("Tools") says to install it. */
export function findNode(number) {
  const path = `../../../.nodes/node_modules/node-${number}/bin/node`
  const file = fileURLToPath(new URL(path, import.meta.url))
  return existsSync(file) ? file : undefined
}
