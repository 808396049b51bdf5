import { watchSignals } from '../../child/signals.ts'
import { exitCodes } from '../../output/failure.ts'
import { connect } from '../../sandbox/remote.ts'
import { readLines } from './lines.ts'
import { McpServer } from './server.ts'
import { Workbench, type McpContext } from './workbench.ts'

/** Serves the tools of an agent on standard input and output, until the input ends or a signal comes. */
export async function runMcp(context: McpContext): Promise<number> {
  connect(context) // refuses a wrong URL now, rather than in each call
  const { io } = context
  const input = io.openInput()
  const workbench = new Workbench(context)
  const server = new McpServer(workbench, (line) => io.stdout.write(line))
  const endNow = () => {
    server.cancelAll()
    input.destroy()
  }
  io.stdout.onFailure(endNow)
  const stopWatching = watchSignals(io, endNow)
  try {
    for await (const line of readLines(input)) server.take(line)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  } finally {
    await server.end()
    await workbench.close()
    stopWatching()
  }
  return exitCodes.ok
}
