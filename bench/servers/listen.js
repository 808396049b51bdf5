// Every server of the benchmark reports its port when it is ready.

/** Listens on a free loopback port and reports it to the parent process, or on standard output. */
export function listen(server) {
  server.listen(0, '127.0.0.1', () => reportReady(server.address().port))
}

/** Reports that the server accepts calls on this port. */
export function reportReady(port) {
  if (process.send) process.send({ port })
  else console.log(`ready on http://127.0.0.1:${port}`)
}
