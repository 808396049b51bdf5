// The parent asks a child to call, and waits for its message.
const { fork } = require('node:child_process')
const { listPatiently, say } = require('./waiting.cjs')

if (process.argv[2] === 'child') {
  process.once('message', async () => {
    process.send(await listPatiently())
    process.disconnect()
  })
} else {
  const child = fork(__filename, ['child'])
  child.send('begin')
  child.on('message', say)
}
