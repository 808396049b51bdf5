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

/** The output that a person sees: both streams of one run of `exec`, and standard output of the other commands. */
function run(command) {
  const { stdout, stderr, status } = spawnSync('node', [bin, ...command.split(' ')], {
    cwd: docs,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  const text = /^exec (?!--each)/.test(command) ? inOrder(stdout, stderr) : stdout
  return { text: steady(text), exitCode: status }
}

/** The ready line comes first (not with -q), then the command's output, then the report. */
function inOrder(stdout, stderr) {
  if (!stderr.startsWith('alias-sandbox ready')) return `${stdout}${stderr}`
  const [ready, ...rest] = stderr.split('\n')
  return `${ready}\n${stdout}${rest.join('\n')}`
}

/** Normalizes what differs between runs: ports, process ids, paths, runs in advance and fractions of seconds. */
function steady(text) {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:41234')
    .replaceAll(/pid \d+/g, 'pid 812')
    .replaceAll(
      /in \d+ runs of ((?:\d+ scenarios|1 scenario) \(seed \d+), [\d.]+ s/g,
      'in 5 runs of $1, 1.0 s',
    )
    .replaceAll(/(without trouble to compare) \([\d.]+ s\)/g, '$1 (1.0 s)')
    .replaceAll(/ 0\.\d s later/g, ' at once')
    .replaceAll(/(\(GET \/v1\/aliases\)) at once\./g, '$1.')
    .replaceAll(/the first 0\.\d s/g, 'the first 0.0 s')
    .replaceAll(/^( +at ).*\n/gm, '')
    .replaceAll(/file:\S+\/docs\/tutorial\//g, 'tutorial/')
    .replaceAll(/\n(Node\.js v\S+|\s+\^|\s+throw [^\n]+|tutorial\/\S+:\d+)(?=\n)/g, '')
    .replaceAll(/\n{2,}/g, '\n\n')
}
