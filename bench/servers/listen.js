// What every server of the benchmark does once it can answer: says where.

/** Listens on a free port of loopback and tells the parent. */
export function listen(server) {
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
}
