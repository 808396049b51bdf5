// Runs the cases of one mode and shape that use files or arguments, each in its own process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import '../support/process/fresh-build.js'
import { drawFor } from './content/draw.js'
import { baselineOf, call, problemsOfNextCall, problemsOfProcess, stateOf } from './judge.js'
import { endWithUs, startIn } from './modes.js'
import { within } from './wire.js'

const MAX_MS = 20_000

export async function runFiles({ mode, shape, cases }, { folder, seed, report, isOver }) {
  const base = await startIn(mode, folder)
  if (!base.port) throw new Error(`no sandbox starts: ${base.said.stderr}`)
  const baseline = await baselineOf(base)
  const context = { session: JSON.parse(baseline.session) }
  for (const each of cases) {
    if (isOver()) break
    const { row, number } = each
    const draw = drawFor(seed, `${mode} ${row.name}`, shape, number)
    const whole = row.make(draw, context)
    const text = shape === 'cut off' ? whole.slice(0, draw.below(whole.length)) : whole
    const file = join(base.temp, 'input.yaml')
    writeFileSync(file, text)
    const problems = row.command ? await runCommand(row, file) : await runStart(row, file, text)
    report([each], problems, base)
  }
  await base.end()

  async function runStart(row, file, text) {
    const sandbox = await startIn(mode, folder, row.start(file, text))
    return sandbox.port ? await problemsOfRun(sandbox) : refusal(sandbox)
  }

  async function problemsOfRun(sandbox) {
    const problems = (await problemsOfNextCall(sandbox, false)).problems
    problems.push(...problemsOfProcess(sandbox))
    const code = await sandbox.end()
    if (code !== 0) problems.push(`SIGTERM ends it with 0; it was ${code}`)
    return problems
  }

  async function runCommand(row, file) {
    const args = row.command(file, `http://127.0.0.1:${base.port}`)
    const child = spawn(process.execPath, [`${folder}/dist/bin.cjs`, ...args])
    const said = { stderr: '' }
    endWithUs(child)
    // A replay that differs tells it as its result.
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk) => (said.stderr += chunk))
    const exit = once(child, 'close')
    if (!(await within(MAX_MS, exit))) {
      child.kill('SIGKILL')
      return [`it ends within ${MAX_MS} ms`]
    }
    const [exitCode, signal] = await exit
    const command = { said, ended: { exitCode, signal } }
    const problems = exitCode === 0 ? [] : refusal(command)
    problems.push(...problemsOfProcess(base), ...(await problemsOfNextCall(base, false)).problems)
    if ((await stateOf(base)) !== baseline.state) {
      if (exitCode !== 0) problems.push('what is refused changes nothing')
      await call(base.port, 'PUT', '/_sandbox/session', baseline.session)
    }
    return problems
  }
}

/** The start is refused with exit code 1 or 2, a message and no stack trace. */
function refusal(sandbox) {
  sandbox.isEnding = true
  const problems = problemsOfProcess(sandbox)
  if (sandbox.isStuck) return [...problems, 'it starts or is refused within 20 s']
  const { exitCode, signal } = sandbox.ended
  if (exitCode !== 1 && exitCode !== 2) {
    problems.push(`it is refused with exit code 1 or 2; it was ${exitCode ?? signal}`)
  }
  if (sandbox.said.stderr.trim() === '') problems.push('it says why')
  if (sandbox.said.stderr.length > 100_000)
    problems.push(`it says why in a few lines; it was ${sandbox.said.stderr.length} characters`)
  return problems
}
