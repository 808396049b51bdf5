// Mockoon CLI with fixed bodies for the two operations.
import { createdAlias, listOfTwenty } from './aliases.js'
import { runCommand, workIn } from './command.js'

const route = (method, body) => ({
  uuid: method,
  type: 'http',
  method,
  endpoint: 'v1/aliases',
  responses: [
    {
      uuid: `${method}-200`,
      body: JSON.stringify(body),
      statusCode: 200,
      headers: [{ key: 'Content-Type', value: 'application/json' }],
      bodyType: 'INLINE',
      disableTemplating: true,
      default: true,
    },
  ],
})
const routes = [route('get', listOfTwenty()), route('post', createdAlias())]
const file = workIn('environment.json', {
  uuid: 'aliases',
  lastMigration: 33,
  name: 'Aliases',
  routes,
  rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
})
const quiet = ['--disable-log-to-file', '--disable-admin-api']
await runCommand('@mockoon/cli', (port) =>
  ['start', '--data', file, '--port', port, '--hostname', '127.0.0.1'].concat(quiet),
)
