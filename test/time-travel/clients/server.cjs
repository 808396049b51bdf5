// A program asks a server of its own, which has to wait before it can answer.
const { createServer } = require('node:http')
const { listPatiently, say } = require('./waiting.cjs')

const server = createServer((_request, response) => {
  void listPatiently().then((seconds) => response.end(String(seconds)))
})
server.listen(0, '127.0.0.1', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.address().port}`)
  say(Number(await answer.text()))
  server.closeAllConnections()
  server.close()
})
