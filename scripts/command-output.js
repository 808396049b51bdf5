// Runs commands and inserts their output into the documentation.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../dist/bin.cjs', import.meta.url))
/** Here, as in the folder of a user who has copied them, the clients of the documentation are in tutorial/. */
const docs = fileURLToPath(new URL('../docs', import.meta.url))

/** Updates the output of each command between its markers in a page. */
export function withOutput(page) {
  return page.replaceAll(/<!-- run: (.+) -->\n[\s\S]*?<!-- end -->/g, (_marked, command) => {
    const { text, exitCode } = run(command)
    return [
      `<!-- run: ${command} -->`,
      '',
      '```console',
      `$ npx alias-sandbox ${command}`,
      text.trimEnd(),
      '$ echo $?',
      String(exitCode),
      '```',
      '',
      '<!-- end -->',
    ].join('\n')
  })
}

/** The output that a person sees: both streams of one run of `exec -q`, and standard output of the other commands. */
function run(command) {
  const { stdout, stderr, status } = spawnSync('node', [bin, ...command.split(' ')], {
    cwd: docs,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  const text = command.startsWith('exec -q') ? stdout + stderr : stdout
  return { text: steady(text), exitCode: status }
}

/** Leaves out how long runs took, and what a slow machine adds. */
function steady(text) {
  return text
    .replaceAll(/(without trouble to compare) \([\d.]+ s\)/g, '$1 (1.0 s)')
    .replaceAll(/ 0\.\d s later/g, ' at once')
    .replaceAll(/(\(GET \/v1\/aliases\)) at once\./g, '$1.')
}
