// Parts of Express that the sandbox never calls but every start would load. Each is replaced by
// something that says so when it is called after all. Together they make some 40 of 150 ms to the first
// answer: docs/decisions/004 has the figures.

const absent = (name) =>
  `module.exports = () => { throw new Error('${name} is not part of this bundle') }`

/** What stands in the bundle for a package. */
const standIns = {
  // We read bodies ourselves (src/http/server/body.ts), so express.json and its kind are never called.
  'body-parser': `exports.json = exports.raw = exports.text = exports.urlencoded = ${absent('body-parser').slice('module.exports = '.length)}`,
  'serve-static': absent('serve-static'), // express.static
  send: absent('send'), // response.sendFile
  'content-disposition': absent('content-disposition'), // response.attachment
  'cookie-signature': `exports.sign = exports.unsign = ${absent('cookie-signature').slice('module.exports = '.length)}`,
  etag: absent('etag'), // app.disable('etag')
  qs: `exports.parse = ${absent('qs').slice('module.exports = '.length)}`, // the query parser "extended"
  // response.type and request.is look types up here; we write content types out.
  'mime-db': `module.exports = { 'application/json': { extensions: ['json'], charset: 'UTF-8', source: 'iana' } }`,
}

const PACKAGES = new RegExp(`^(${Object.keys(standIns).join('|')})$`)

/** A plugin of esbuild. */
export const leaveOut = {
  name: 'leave-out',
  setup(build) {
    build.onResolve({ filter: PACKAGES }, ({ path }) => ({ path, namespace: 'left-out' }))
    build.onLoad({ filter: PACKAGES, namespace: 'left-out' }, ({ path }) => ({
      contents: standIns[path],
      loader: 'js',
    }))
  },
}
