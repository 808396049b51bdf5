#!/usr/bin/env node
// Nothing is imported here and nothing new is written, so that an old Node gets as far as the message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 13)) {
  process.stderr.write(
    'alias-sandbox: needs Node 20.19, 22.13 or 24 and later; this is ' + process.version + '\n',
  )
  process.exitCode = 1
} else if (!hasFolder()) {
  process.stderr.write('alias-sandbox: the current folder does not exist any more\n')
  process.exitCode = 1
} else {
  run().catch((error: Error) => {
    process.stderr.write('alias-sandbox: this is a bug of the sandbox\n' + error.stack + '\n')
    process.exitCode = 1
  })
}

async function run() {
  keepCompiledCode()
  const [{ main }, { processIo }] = await Promise.all([
    import('./cli/main.ts'),
    import('./cli/output/process-io.ts'),
  ])
  const { io, end } = processIo()
  await end(await main(process.argv.slice(2), process.env, io))
}

type CompileCache = { enableCompileCache?: (folder: string) => unknown }

// Node 22 and later can keep what they compile: 4 to 9 of 120 ms to the first answer. It is kept in
// the package's own folder and not in a shared one: who can write there can change the code anyway.
// Where nobody may write, Node does without. NODE_DISABLE_COMPILE_CACHE=1 turns it off.
function keepCompiledCode() {
  const { enableCompileCache } = process.getBuiltinModule('node:module') as CompileCache
  const { fileURLToPath } = process.getBuiltinModule('node:url')
  enableCompileCache?.(fileURLToPath(new URL('../.cache/', import.meta.url)))
}

// Express needs a current folder. Another one instead would run commands and write files there.
function hasFolder() {
  try {
    return process.cwd() !== ''
  } catch {
    return false
  }
}
