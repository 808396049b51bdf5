// A program waits for one that is not on the clock, while a timer of its own runs.
const { spawn } = require('node:child_process')
const { say } = require('./waiting.cjs')

const timer = setTimeout(() => say('the other program is late'), 60_000)
spawn('python3', ['-I', '-c', 'import time; time.sleep(0.5)']).on('exit', (code) => {
  clearTimeout(timer)
  say(code)
})
