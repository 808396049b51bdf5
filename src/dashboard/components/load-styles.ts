/** Adds the style sheet of a part of the page, and resolves once it applies, so that the part never stands there without it. */
export function loadStyles(name: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = new URL(`./${name}.css`, import.meta.url).href
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove() // the next attempt adds it again
      reject(new Error(`${name}.css cannot be loaded`))
    }
    document.head.append(link)
  })
}
