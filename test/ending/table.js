// The table of docs/ci.md: what ends a sandbox.
import { LONG_MS, sendTo, signals, launchers } from './launchers.js'

/** The row of a launcher, as observed now. What it was before says how long to wait: it decides nothing. */
export async function observeRow(launcher, before = '') {
  const stored = before.split(' | ').slice(1)
  const send = (signal, at) =>
    sendTo(launcher, signal, stored[at]?.startsWith('ends') ? LONG_MS : undefined)
  const cells = await Promise.all(signals.map(send)) // mostly they wait
  return toLine([launcher.name, ...cells])
}

/** The page with the table as observed now. */
export async function pageWithSignals(page) {
  const rows = []
  for (const launcher of launchers) rows.push(await observeRow(launcher))
  const heads = ['started as', ...signals]
  const lines = [toLine(heads), toLine(heads.map(() => '---')), ...rows]
  return page.replace(MARKED, ['<!-- signals -->', ...lines, '<!-- end -->'].join('\n'))
}

/** The rows in the page. */
export function rowsIn(page) {
  return (MARKED.exec(page)?.[0] ?? '').split('\n').slice(3, -1)
}

const MARKED = /<!-- signals -->[\s\S]*?<!-- end -->/

function toLine(cells) {
  return `| ${cells.join(' | ')} |`
}
