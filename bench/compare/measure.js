// "Why not ten lines of MSW?": all clients of `explore`, those with a planted bug and the careful ones, in four set-ups.
import { readFileSync } from 'node:fs'
import { bugs, careful } from '../../test/hunt/explore/clients/table.js'
import { toTable } from '../print.js'
import { setUps } from './set-ups.js'

/** A row for each client, with the condition in which each set-up first accuses it. */
export async function measureComparison({ jobs, only = '', among = setUps, scenarios }, tell) {
  const clients = [...bugs, ...careful].filter(({ file }) => file.includes(only))
  const rows = clients.map(({ file, title }) => ({ file, title, signs: {} }))
  for (const { name, open, runs = 1 } of among) {
    const {
      resultsOf,
      close,
      expected = await expectedOf(resultsOf),
    } = await open(tell, { scenarios })
    const queue = clients.entries()
    const work = async () => {
      for (const [index, client] of queue) {
        const sign = await firstSign(client, resultsOf, expected)
        rows[index].signs[name] = sign
        tell(`${name}: ${client.file}: ${sign ?? 'nothing'}`)
      }
    }
    await Promise.all(Array.from({ length: Math.ceil(jobs / runs) }, work))
    await close?.()
  }
  return rows
}

async function expectedOf(resultsOf) {
  const expected = new Map()
  const results = resultsOf(careful[0], () => true)
  for await (const [condition, result] of results) expected.set(condition, result)
  return expected
}

/**
 * The condition in which a client ends otherwise than the careful one with fetch, or breaks a rule. Where that one does
 * not end within the time, no suite could have such a test.
 */
async function firstSign(client, resultsOf, expected) {
  const mayGiveUp = client.options?.includes('gives_up')
  const isUsable = (condition) => expected.get(condition) !== 'over time'
  for await (const [condition, result] of resultsOf(client, isUsable)) {
    const isAllowed = result === 1 && mayGiveUp
    if (!isAllowed && result !== (expected.get(condition) ?? 0)) return condition
  }
}

/** The totals, what ours miss, what each found, and the ten lines. */
export function printComparison(rows) {
  const names = Object.keys(rows[0].signs)
  const isCareful = ({ file }) => file.startsWith('careful/')
  const planted = rows.filter((row) => !isCareful(row))
  const good = rows.filter(isCareful)
  const found = (among, name) => among.filter(({ signs }) => signs[name] !== undefined)
  const totals = names.map((name) => ({
    set_up: name,
    planted_bugs_found: `${found(planted, name).length} of ${planted.length}`,
    careful_clients_accused: `${found(good, name).length} of ${good.length}`,
  }))
  const missed = names.map((name) => {
    const titles = planted.filter(({ signs }) => !signs[name]).map(({ title }) => title)
    return `- **${name}** misses: ${titles.join('; ') || 'none'}.`
  })
  const clients = rows.map((row) => ({
    client: isCareful(row) ? `careful: ${row.title}` : row.title,
    ...Object.fromEntries(names.map((name) => [name, row.signs[name] ?? '-'])),
  }))
  const tenLines = readFileSync(new URL('ten-lines.mjs', import.meta.url), 'utf8')
  const shown = `\`\`\`js\n${tenLines}\`\`\``
  return [toTable(totals), missed.slice(-2).join('\n'), toTable(clients), shown].join('\n\n')
}
