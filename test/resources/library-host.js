// A program that contains a sandbox, as a test suite does: node library-host.js <package> <options>
import { pathToFileURL } from 'node:url'
import '../support/process/fresh-build.js'

const [, , folder, options] = process.argv
const { scenario, db } = JSON.parse(options)
const { startSandbox } = await import(pathToFileURL(`${folder}/dist/index.js`).href)
try {
  const sandbox = await startSandbox({
    scenario,
    ...(db && { db }),
    smtp: true,
    apiKey: 'sandbox_default',
    now: '2026-03-01T12:00:00Z',
    frozen: true,
  })
  process.once('SIGTERM', () => void sandbox.close().then(() => process.exit(0)))
  process.stdout.write(`${JSON.stringify({ url: sandbox.url, smtpUrl: sandbox.smtpUrl })}\n`)
} catch (error) {
  if (error.name !== 'SandboxError') throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
