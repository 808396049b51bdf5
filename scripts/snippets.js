// Inserts files of docs/snippets into the documentation. test/package runs the same files.
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** The name of each language in Markdown, and what its comments begin with. */
const languages = {
  '.mjs': ['js', '//'],
  '.cjs': ['js', '//'],
  '.mts': ['ts', '//'],
  '.py': ['python', '#'],
  '.sh': ['bash', '#'],
}

/** Updates each file between its markers in a page. */
export function withSnippets(page) {
  return page.replaceAll(/<!-- snippet: (\S+) -->[\s\S]*?<!-- end -->/g, (_marked, path) => {
    const text = readFileSync(new URL(`../docs/snippets/${path}`, import.meta.url), 'utf8')
    const [language, comment] = languages[extname(path)]
    const name = path.slice(path.lastIndexOf('/') + 1)
    return [
      `<!-- snippet: ${path} -->`,
      `\`\`\`${language}`,
      `${comment} ${name}`,
      text.trimEnd(),
      '```',
      '<!-- end -->',
    ].join('\n')
  })
}
