// What every server of the benchmark does once it can answer: says where.

/** Listens on a free port of loopback and tells the parent, or whoever reads its output. */
export function listen(server) {
  server.listen(0, '127.0.0.1', () => reportReady(server.address().port))
}

/** Says that calls can be made on this port. */
export function reportReady(port) {
  if (process.send) process.send({ port })
  else console.log(`ready on http://127.0.0.1:${port}`)
}
