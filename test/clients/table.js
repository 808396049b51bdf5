import { clients } from './clients.js'
import { inWords } from './in-words.js'
import { observe, situations } from './observe.js'
import { runAll } from './pool.js'
import { isThere } from './drivers/program.js'

export const methods = ['GET', 'POST']

/** The clients available on this machine. */
export const present = clients.filter(({ program }) => program === undefined || isThere(program))

/** The rows of one table as observed now, by client name. */
export async function observeRows(method) {
  const met = situations.filter((situation) => situation.methods.includes(method))
  const jobs = present.flatMap((client) =>
    met.map((situation) => async () => inWords(await observe(client.byDefault, situation, method))),
  )
  const words = await runAll(jobs)
  return new Map(
    present.map(({ name, settings }, at) => [
      name,
      toLine([
        settings ? `${name} (${settings})` : name,
        ...words.slice(at * met.length, (at + 1) * met.length),
      ]),
    ]),
  )
}

/** The page with both tables as observed now; a client that is not on this machine keeps its row. */
export async function pageWithClients(page) {
  let made = page
  for (const method of methods) {
    const rows = await observeRows(method)
    const stored = rowsIn(page, method)
    const lines = clients.map(({ name }) => rows.get(name) ?? stored.get(name)).filter(Boolean)
    made = made.replace(
      markedBy(method),
      [openingOf(method), headOf(method), ...lines, END].join('\n'),
    )
  }
  return made
}

/** The rows in the page, by client name. */
export function rowsIn(page, method) {
  const lines = markedBy(method).exec(page)?.[0].split('\n') ?? []
  return new Map(lines.map((line) => [/^\| (.*?) (?:\(|\|)/.exec(line)?.[1], line]))
}

const END = '<!-- end -->'
const openingOf = (method) => `<!-- clients: ${method} -->`
const markedBy = (method) => new RegExp(`${openingOf(method)}[\\s\\S]*?${END}`)

function headOf(method) {
  const titles = situations
    .filter((each) => each.methods.includes(method))
    .map(({ title }) => title)
  const heads = [method, ...titles]
  return [toLine(heads), toLine(heads.map(() => '---'))].join('\n')
}

function toLine(cells) {
  return `| ${cells.join(' | ')} |`
}
