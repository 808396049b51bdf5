// Prism with an OpenAPI document, by default one of the two operations; it answers with their examples.
import { createdAlias, listOfTwenty } from './aliases.js'
import { runCommand, workIn } from './command.js'

const json = (example) => ({ 'application/json': { schema: { type: 'object' }, example } })
const ok = (example) => ({ 200: { description: 'Success', content: json(example) } })
const options = JSON.parse(process.argv[2] ?? '{}')
const own = workIn('openapi.json', {
  openapi: '3.1.0',
  info: { title: 'Aliases', version: '1' },
  paths: {
    '/v1/aliases': {
      get: { responses: ok(listOfTwenty()) },
      post: { requestBody: { content: json({ label: 'shop' }) }, responses: ok(createdAlias()) },
    },
  },
})
const quiet = ['--multiprocess', 'false', '--cors', 'false', '--verboseLevel', 'silent']
await runCommand('@stoplight/prism-cli', (port) =>
  ['mock', options.document ?? own, '--port', port, '--host', '127.0.0.1'].concat(quiet),
)
