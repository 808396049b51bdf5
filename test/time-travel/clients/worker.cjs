// A worker thread calls; the main thread has a time-out that it must not reach.
const { Worker, isMainThread } = require('node:worker_threads')
const { listPatiently, say } = require('./waiting.cjs')

if (isMainThread) {
  const timer = setTimeout(() => say('the worker is late'), 300_000)
  new Worker(__filename).on('exit', () => clearTimeout(timer))
} else void listPatiently().then(say)
