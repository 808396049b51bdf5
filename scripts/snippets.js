// Inserts files of docs/snippets into the documentation. test/package runs the same files.
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

const languages = { '.mjs': 'js', '.cjs': 'js', '.mts': 'ts', '.py': 'python' }

/** Updates each file between its markers in a page. */
export function withSnippets(page) {
  return page.replaceAll(/<!-- snippet: (\S+) -->[\s\S]*?<!-- end -->/g, (_marked, path) => {
    const text = readFileSync(new URL(`../docs/snippets/${path}`, import.meta.url), 'utf8')
    const name = path.slice(path.lastIndexOf('/') + 1)
    const comment = extname(path) === '.py' ? '#' : '//'
    return [
      `<!-- snippet: ${path} -->`,
      `\`\`\`${languages[extname(path)]}`,
      `${comment} ${name}`,
      text.trimEnd(),
      '```',
      '<!-- end -->',
    ].join('\n')
  })
}
