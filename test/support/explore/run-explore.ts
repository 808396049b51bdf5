import { runCli } from '../process/run-cli.ts'

/** Runs `explore` with more time than it needs on a busy machine, unless the test is about its time. */
export function runExplore(...argv: string[]): ReturnType<typeof runCli> {
  const time = argv.includes('--time') ? [] : ['--time', '10m']
  return runCli(['explore', ...time, ...argv], process.env)
}
