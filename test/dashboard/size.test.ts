import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const folder = at('dist/dashboard')

/** The files that a script loads before it runs, with itself. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const text = readFileSync(join(folder, file), 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+)"/g))
    loadedBy(name!, loaded)
  return loaded
}

function bytesOf(files: Iterable<string>): number {
  return [...files].reduce((total, file) => total + statSync(join(folder, file)).size, 0)
}

describe('the page', () => {
  it.each(readdirSync(at('src/dashboard/screens')))('loads at most 117 kB to show %s', (screen) => {
    const own = readdirSync(folder).find((file) => file.startsWith(`${screen}-screen-`))
    const files = loadedBy(own!, loadedBy('app.js')).add('app.css')
    expect(files.size).toBeGreaterThan(3)
    const styles = `${screen}-screen.css`
    if (existsSync(join(folder, styles))) files.add(styles)
    expect(bytesOf(files)).toBeLessThanOrEqual(117_000)
  })
})
