// Input from files and from the command line. `start` returns the options of the mode, or a command of its
// own.
import { createHash } from 'node:crypto'
import { SCENARIO, SESSION } from './row.js'
import { scenario } from './scenario-samples.js'

/** Files are not sent, so slow or unread delivery does not apply to them. */
const shapes = ['deep', 'wide', 'long', 'cut off']
/** The longest argument that Linux accepts. */
const ARGUMENT = 100_000

const contentRow = (name, covers, make, more) => ({
  name,
  covers: [covers],
  kind: 'file',
  shapes,
  make,
  ...more,
})

export const fileRows = [
  contentRow('scenario file at start', 'file:scenario', (draw) => draw.yaml(scenario, SCENARIO), {
    start: (file) => ({ scenario: file }),
  }),
  contentRow('scenarios check', 'file:scenarios check', (draw) => draw.yaml(scenario, SCENARIO), {
    command: (file) => ['scenarios', 'check', file],
  }),
  contentRow('database file at start', 'file:db', toDatabase, { start: (file) => ({ db: file }) }),
  contentRow('load', 'file:state', (draw, { session }) => draw.json(session, SESSION), {
    command: (file, url) => ['load', file, '--url', url],
  }),
  contentRow('replay', 'file:history', (draw, { session }) => draw.json(session, SESSION), {
    command: (file) => ['replay', file],
  }),
  argumentRow('--choice', (draw) => `page_size=${draw.text(ARGUMENT, '10')}`),
  argumentRow('--scenario', (draw) => draw.text(ARGUMENT, 'pro')),
  argumentRow('--api-key', (draw) => draw.text(ARGUMENT, 'sandbox_mine')),
]

function argumentRow(flag, make) {
  return {
    ...contentRow(`argument ${flag}`, `argument:${flag}`, make, {}),
    modes: ['json', 'db'],
    start: (_file, text) => ({ args: [flag, text] }),
  }
}

/** Adds the correct checksum, because a damaged file is refused before it is parsed. */
function toDatabase(draw, { session }) {
  const header = '{"format":"alias-sandbox-session","version":1,'
  const body = `${draw.json(session, SESSION).slice(header.length)}\n`
  const sum = createHash('sha256').update(body).digest('hex')
  return `{"format":"alias-sandbox-session","version":1,"sha256":"${sum}",${body}`
}
