// npm run measure:dashboard
// How many presses and scrolls five tasks of somebody who tests by hand take, in windows of four sizes.
import '../support/process/fresh-build.js'
import { startSandbox } from '../../dist/index.js'
import { launchBrowser } from '../support/tools/launch-browser.js'
import { connectClient, countTask, sizes, tasks } from './tasks.js'

const print = (line) => process.stdout.write(`${line}\n`)

const browser = await launchBrowser()
print(`| presses + scrolls | at most | ${Object.keys(sizes).join(' | ')} |`)
print(`| --- | --- |${' --- |'.repeat(Object.keys(sizes).length)}`)
for (const [name, { most }] of Object.entries(tasks)) {
  const cells = []
  for (const [width, height] of Object.entries(sizes)) {
    const sandbox = await startSandbox({
      now: '2026-03-01T12:00:00Z',
      frozen: true,
      apiKey: 'sandbox_default',
    })
    const context = await browser.newContext({
      viewport: { width: Number(width), height },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const addresses = await connectClient(sandbox)
    await page.goto(`${sandbox.url}/_sandbox/`)
    const { presses, scrolls } = await countTask(name, { page, sandbox, addresses })
    cells.push(`${presses} + ${scrolls}`)
    await context.close()
    await sandbox.close()
  }
  print(`| ${name} | ${most.presses} + ${most.scrolls} | ${cells.join(' | ')} |`)
}
await browser.close()
