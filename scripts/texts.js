// Writes every text that a user can see into one file, to be read from top to bottom (`npm run texts`): the help of
// each command, what the program says, the scenarios and the documentation.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')

/** The parts of the file: a heading and the text below it. */
export function allTexts() {
  return [...helpTexts(), ...sourceTexts(), ...scenarioTexts(), ...pages()]
}

function helpTexts() {
  const help = (...argv) =>
    execFileSync(process.execPath, [join(root, 'dist/bin.cjs'), ...argv, '--help'], {
      encoding: 'utf8',
    })
  const whole = help()
  const commands = [...whole.split('Examples:')[0].matchAll(/^ {2}([a-z]+) /gm)]
  const ofCommands = commands.map(([, name]) => [`alias-sandbox ${name} --help`, help(name)])
  return [['alias-sandbox --help', whole], ...ofCommands]
}

/** The literals of each source file that read as a text. */
function sourceTexts() {
  return filesIn('src', /\.tsx?$/)
    .map((path) => [path, literalsOf(read(path), path).filter(isText).join('\n')])
    .filter(([, text]) => text !== '')
}

/** esbuild leaves out comments and types, and writes all text between tags as literals. */
function literalsOf(source, path) {
  const loader = path.endsWith('.tsx') ? 'tsx' : 'ts'
  const { code } = transformSync(source, { loader, jsx: 'automatic', charset: 'utf8' })
  const regex = String.raw`(?<=[=(,:!&|?{;\[]\s*)/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+/[a-z]*`
  const token = new RegExp(
    String.raw`${regex}|(?:(class): )?("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\`(?:\\.|[^\`\\])*\`)`,
    'g',
  )
  return [...code.matchAll(token)]
    .filter(([, isClass, literal]) => literal !== undefined && !isClass)
    .map(([, , literal]) => literal.slice(1, -1).replaceAll('\\n', '\n').replaceAll(/\\(.)/g, '$1'))
}

/** Does it contain two words, the names of values aside? */
function isText(literal) {
  const words = literal.replaceAll(/\$\{[^}]*\}/g, ' … ')
  return /[A-Za-z]{2,}[,:;]? [a-z(…]/.test(words)
}

function scenarioTexts() {
  const { scenarios } = JSON.parse(read('generated/facts.json'))
  return scenarios.map(({ name, scenario: { title, summary } }) => [
    `scenario ${name}`,
    `${title}\n${summary}`,
  ])
}

function pages() {
  const paths = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesIn('docs', /\.md$/)]
  return paths.map((path) => [path, read(path)])
}

function filesIn(folder, form) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && form.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parts = allTexts().map(([heading, text]) => `===== ${heading}\n\n${text.trim()}\n`)
  writeFileSync(join(root, 'build/texts.txt'), parts.join('\n'))
  console.log(`build/texts.txt has ${parts.length} parts`)
}
