// Saves the page, writes the verdicts into the summary of the job, and stops the sandbox of start.js.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { fail, files, run, tell, variable } from './sandbox.js'

if (!existsSync(files.ready)) {
  const log = existsSync(files.log) ? readFileSync(files.log, 'utf8') : ''
  fail(`no sandbox is running: the step that starts it must come before\n${log}`)
}
const { url } = JSON.parse(readFileSync(files.ready, 'utf8'))
const strict = process.env.INPUT_STRICT === 'true' ? ['--strict'] : []
const saved = run(['save', files.page, '--url', url])
const report = run(['report', '--all', '--format', 'markdown', '--url', url, ...strict])
const stopped = run(['stop', '--ready-file', files.ready])
if (saved.status === 0) tell('GITHUB_OUTPUT', { page: files.page })
appendFileSync(variable('GITHUB_STEP_SUMMARY'), report.stdout)
for (const { status, stderr } of [saved, stopped]) if (status !== 0) fail(stderr)
if (report.status === 4) fail('the client broke a rule of etiquette; the summary of the job has it')
if (report.status !== 0) fail(report.stderr)
