// The reference: a bare Express app as people write it by hand, without any logic.
import { createServer } from 'node:http'
import express from 'express'
import { makeAlias, makeAliases } from './aliases.js'
import { listen } from './listen.js'

const aliases = makeAliases(1_000)
const app = express()
app.use(express.json())

app.get('/v1/aliases', (_request, response) => {
  response.json({ aliases: aliases.slice(0, 20), next_cursor: 'next', has_more: true })
})

app.post('/v1/aliases', (request, response) => {
  const alias = makeAlias(aliases.length, request.body)
  aliases.push(alias)
  response.json({ alias })
})

listen(createServer(app))
