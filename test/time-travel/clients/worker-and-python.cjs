// A worker thread waits for a program that is not on the clock, while a timer of the main thread runs.
const { spawn } = require('node:child_process')
const { Worker, isMainThread } = require('node:worker_threads')
const { say } = require('./waiting.cjs')

if (isMainThread) {
  const timer = setTimeout(() => say('the other program is late'), 60_000)
  new Worker(__filename).on('exit', () => clearTimeout(timer))
} else {
  spawn('python3', ['-I', '-c', 'import time; time.sleep(0.5)']).on('exit', say)
}
