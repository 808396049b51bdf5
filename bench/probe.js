// Loaded into every measured server before its own code: reports the resources that the server has used so
// far.
process.on('message', ({ ask }) => {
  if (ask !== 'usage') return
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send({ ask, answer: { cpuUs: user + system, ...process.memoryUsage() } })
})
process.once('disconnect', () => process.exit())
