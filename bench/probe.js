// Loaded into every measured server ahead of it: answers what the server has used so far.
process.on('message', ({ ask }) => {
  if (ask !== 'usage') return
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send({ ask, answer: { cpuUs: user + system, ...process.memoryUsage() } })
})
process.once('disconnect', () => process.exit())
