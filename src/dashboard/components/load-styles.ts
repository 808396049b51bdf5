import { source } from '../state/source.ts'

const loaded = new Map<string, Promise<void>>()

/** Adds the style sheet of a part of the page, and resolves once it applies, so that the part never stands there without it. */
export function loadStyles(name: string): Promise<void> {
  if (source.value.isWhole) return Promise.resolve()
  const known = loaded.get(name)
  if (known) return known
  const loading = addSheet(name).catch((error: unknown) => {
    loaded.delete(name) // the next attempt adds it again
    throw error
  })
  loaded.set(name, loading)
  return loading
}

function addSheet(name: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = new URL(`./${name}.css`, import.meta.url).href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${name}.css cannot be loaded`))
    })
    document.head.append(link)
  })
}
