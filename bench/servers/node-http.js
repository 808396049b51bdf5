// The lower bound: node:http with JSON only, without keys, limits or a request log.
import { createServer } from 'node:http'
import { makeAlias, makeAliases } from './aliases.js'
import { listen } from './listen.js'

const aliases = makeAliases(1_000)

listen(
  createServer((request, response) => {
    if (request.method === 'GET') {
      send(response, { aliases: aliases.slice(0, 20), next_cursor: 'next', has_more: true })
      return
    }
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const alias = makeAlias(aliases.length, JSON.parse(text))
      aliases.push(alias)
      send(response, { alias })
    })
  }),
)

function send(response, value) {
  const json = JSON.stringify(value)
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
  })
  response.end(json)
}
