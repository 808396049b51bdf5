// Parts of packages that the sandbox never calls but would load, and one that costs too much. Most are replaced by a
// small stub that throws an error if it is called; docs/decisions/004, 010 and 024 have the figures.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const absent = (name) =>
  `module.exports = () => { throw new Error('${name} is not part of this bundle') }`

/**
 * The platform layer of yargs. Its own version loads node:assert, searches for locale files and package.json
 * files, and measures text with Intl.Segmenter. Ours supports only English.
 */
const yargsPlatform = `
import cliui from 'cliui'
import Parser from 'yargs-parser/browser'

const strings = {}
const fill = (text, values) => (strings[text] ?? text).replace(/%s/g, () => values.shift() ?? '')
const refuse = () => { throw new Error('this part of yargs is not part of this bundle') }
export default {
  assert: { notStrictEqual() {}, strictEqual() {} },
  cliui,
  findUp: () => undefined,
  getEnv: () => undefined,
  inspect: String,
  getProcessArgvBin: () => '',
  getCallerFile: refuse,
  mainFilename: '',
  Parser,
  path: { basename: (path) => path, dirname: refuse, extname: () => '', join: refuse, relative: (_from, path) => path, resolve: refuse },
  process: { argv: () => [''], cwd: () => '', emitWarning: refuse, execPath: () => '', exit: refuse, nextTick: refuse, stdColumns: null },
  readFileSync: refuse,
  readdirSync: refuse,
  require: refuse,
  stringWidth: (text) => text.length,
  y18n: {
    __: (text, ...values) => fill(text, values),
    __n: (one, many, count, ...values) => fill(count === 1 ? one : many, values),
    getLocale: () => 'en_US',
    setLocale() {},
    updateLocale: (texts) => Object.assign(strings, texts),
  },
}
`

/** Breaks lines at spaces, and breaks words that are longer than a line. */
const wrapAnsi = `
export default (text, columns) => text.split('\\n').map((line) => wrapLine(line, columns)).join('\\n')

function wrapLine(line, columns) {
  const rows = ['']
  for (const word of line.split(' ')) {
    const row = rows.at(-1)
    if (row === '') rows[rows.length - 1] = word
    else if (row.length + 1 + word.length <= columns) rows[rows.length - 1] += ' ' + word
    else rows.push(word)
    while (rows.at(-1).length > columns) {
      const long = rows.pop()
      rows.push(long.slice(0, columns), long.slice(columns))
    }
  }
  return rows.map((row) => row.trimEnd()).join('\\n')
}
`

/** The replacements, by package. */
const standIns = {
  // We read bodies ourselves (src/http/server/body.ts), so express.json and its relatives are never called.
  'body-parser': `exports.json = exports.raw = exports.text = exports.urlencoded = ${absent('body-parser').slice('module.exports = '.length)}`,
  'serve-static': absent('serve-static'), // express.static
  send: absent('send'), // response.sendFile
  'content-disposition': absent('content-disposition'), // response.attachment
  'cookie-signature': `exports.sign = exports.unsign = ${absent('cookie-signature').slice('module.exports = '.length)}`,
  etag: absent('etag'), // app.disable('etag')
  qs: `exports.parse = ${absent('qs').slice('module.exports = '.length)}`, // the query parser "extended"
  // request.accepts, .is, .fresh, .range and .ip, and response.cookie and .vary
  accepts: absent('accepts'),
  'type-is': absent('type-is'),
  fresh: absent('fresh'),
  'range-parser': absent('range-parser'),
  'proxy-addr': `${absent('proxy-addr')}\nmodule.exports.compile = () => () => false`, // no proxy is trusted
  cookie: `exports.parse = exports.serialize = ${absent('cookie').slice('module.exports = '.length)}`,
  vary: absent('vary'),
  // Messages for who works on Express.
  debug: 'module.exports = () => () => {}',
  depd: `module.exports = () => Object.assign(() => {}, { function: (called) => called, property() {} })`,
  // response.type looks up types here; we write content types in full.
  'mime-db': `module.exports = { 'application/json': { extensions: ['json'], charset: 'UTF-8', source: 'iana' } }`,
  // Help is ASCII without colours, so each character takes one column and there is nothing to strip.
  'string-width': 'export default (text) => text.length',
  'strip-ansi': 'export default (text) => text',
  'wrap-ansi': wrapAnsi,
  // smtp-server takes only its logger from it, which is ours; the rest would bring an HTTP client.
  'nodemailer/lib/shared': 'export const getLogger = ({ logger }) => logger',
}

const PACKAGES = new RegExp(`^(${Object.keys(standIns).join('|')})$`)

/**
 * Node's modules that are loaded with getBuiltinModule instead of an import. An import reads every export,
 * and reading some of them loads more: WebSocket in http loads undici (38 ms on Node 24), webcrypto in crypto
 * takes 10 ms on Node 20.
 */
const LAZY_BUILTINS = /^node:(http|crypto)$/

/** The esbuild plugin. */
export const leaveOut = {
  name: 'leave-out',
  setup(build) {
    build.onResolve({ filter: LAZY_BUILTINS }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    )
    build.onLoad({ filter: LAZY_BUILTINS, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
      loader: 'js',
    }))
    build.onResolve({ filter: PACKAGES }, ({ path }) => ({ path, namespace: 'left-out' }))
    build.onLoad({ filter: /yargs[\\/]lib[\\/]platform-shims[\\/]esm\.mjs$/ }, ({ path }) => ({
      contents: yargsPlatform,
      resolveDir: dirname(path),
      loader: 'js',
    }))
    // yargs checks the arguments of each of its methods by parsing a text each time. The tests of the command
    // line run the original yargs, with these checks.
    build.onLoad({ filter: /yargs[\\/]build[\\/]lib[\\/]argsert\.js$/ }, () => ({
      contents: 'export function argsert() {}',
      loader: 'js',
    }))
    // The certificate of smtp-server for TLS, with a private key that everybody has. Our server offers no TLS.
    build.onLoad({ filter: /smtp-server[\\/]dist[\\/]esm[\\/]tls-options\.js$/ }, () => ({
      contents: 'export default (options) => options',
      loader: 'js',
    }))
    build.onLoad({ filter: /postal-mime[\\/]dist[\\/]esm[\\/]pass-through-decoder\.js$/ }, () => ({
      contents: `export { JoinedLines as default } from './pass-through-decoder.js'`,
      resolveDir: fileURLToPath(new URL('stand-ins', import.meta.url)),
      loader: 'js',
    }))
    build.onLoad({ filter: PACKAGES, namespace: 'left-out' }, ({ path }) => ({
      contents: standIns[path],
      loader: 'js',
    }))
  },
}
