// Imports the sandbox and starts it a few times in one process, and says how long that took.
const from = performance.now()
const { start } = await import('../../build/start.js')
const { startOptions } = await import('./start-options.js')
const import_ms = performance.now() - from

const starts = []
for (let started = 0; started < 11; started += 1) {
  const before = performance.now()
  const running = await start(await startOptions('plus'))
  starts.push(performance.now() - before)
  await running.close()
}
console.log(JSON.stringify({ import_ms, first_start_ms: starts[0], starts }))
