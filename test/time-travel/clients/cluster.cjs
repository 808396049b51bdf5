// Two workers of a cluster call at the same time.
const cluster = require('node:cluster')
const { listPatiently, say } = require('./waiting.cjs')

if (cluster.isPrimary) {
  for (const _ of [1, 2]) cluster.fork()
  cluster.on('message', (_worker, seconds) => say(seconds))
} else {
  void listPatiently().then((seconds) => process.send(seconds, () => process.disconnect()))
}
