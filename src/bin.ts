#!/usr/bin/env node
// Nothing is imported here and nothing new is written, so that an old Node gets as far as the message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 13)) {
  process.stderr.write(
    'alias-sandbox: needs Node 20.19, 22.13 or 24 and later; this is ' + process.version + '\n',
  )
  process.exitCode = 1
} else {
  run().catch((error: Error) => {
    process.stderr.write('alias-sandbox: this is a bug of the sandbox\n' + error.stack + '\n')
    process.exitCode = 1
  })
}

async function run() {
  const [{ main }, { processIo, endOnClosedPipe }] = await Promise.all([
    import('./cli/main.ts'),
    import('./cli/process-io.ts'),
  ])
  endOnClosedPipe()
  const exitCode = await main(process.argv.slice(2), process.env, processIo())
  // Ended by a signal: what is still in flight is not waited for.
  if (exitCode > 128) process.exit(exitCode)
  process.exitCode = exitCode
}
