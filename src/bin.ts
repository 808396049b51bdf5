#!/usr/bin/env node
// No static imports and no recent syntax, so that an old Node gets far enough to print the message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 13)) {
  process.stderr.write(
    'alias-sandbox: requires Node 20.19+, 22.13+ or 24+; this is ' + process.version + '\n',
  )
  process.exitCode = 1
} else if (!hasFolder()) {
  process.stderr.write('alias-sandbox: the current folder no longer exists\n')
  process.exitCode = 1
} else {
  run().catch((error: Error) => {
    process.stderr.write('alias-sandbox: internal error (please report it)\n' + error.stack + '\n')
    process.exitCode = 1
  })
}

async function run() {
  const [{ main }, { processIo }] = await Promise.all([
    import('./cli/main.ts'),
    import('./cli/output/process-io.ts'),
  ])
  const { io, end } = processIo()
  if (process.env['npm_config_user_agent']?.startsWith('npm/')) {
    void import('./cli/child/end-with-npm.ts').then(({ endWithNpm }) => endWithNpm(io))
  }
  // A process that opened a channel, as the tools of mcp do, wants this one to end with it, even when it is killed.
  process.once('disconnect', () => {
    io.onExit(killOwnGroup)
    io.requestEnd()
  })
  process.channel?.unref()
  await end(await main(process.argv.slice(2), process.env, io))
}

// The parent would have done so with what a command left behind.
function killOwnGroup() {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    // There is none on Windows, or it is that of another process.
  }
}

// Express needs a current folder. Changing to another one would run commands and write files there.
function hasFolder() {
  try {
    return process.cwd() !== ''
  } catch {
    return false
  }
}
