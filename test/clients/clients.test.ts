import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error: the clients are JavaScript, because the documentation is generated from them
import { clients as allClients } from './clients.js'
// @ts-expect-error: likewise
import { observe as observeAny, situations as allSituations } from './observe.js'
// @ts-expect-error: likewise
import { runAll as runAny } from './pool.js'
// @ts-expect-error: likewise
import { observeRows as rowsSeen, present as those, rowsIn as rowsWritten } from './table.js'
import { needs } from '../support/tools/needs.ts'

type Send = (ask: object) => Promise<boolean>
type Client = { name: string; tool?: string; configured?: Send }
type Situation = { name: string; title: string; methods: string[] }
type Observation = { hasSucceeded: boolean; calls: number; verdict: string; aliases: number }
type Rows = ReadonlyMap<string, string>

const clients = allClients as Client[]
const present = those as Client[]
const observe = observeAny as (
  send: Send,
  situation: Situation,
  method: string,
) => Promise<Observation>
const observeRows = rowsSeen as (method: string) => Promise<Rows>
const rowsIn = rowsWritten as (page: string, method: string) => Rows
const runAll = runAny as <Result>(jobs: (() => Promise<Result>)[]) => Promise<Result[]>

const page = readFileSync(new URL('../../docs/etiquette.md', import.meta.url), 'utf8')

const needsOf = (tool: string | undefined) => needs(...(tool === undefined ? [] : [tool]))

// If one of these tests fails, run `npm run docs:output` and read the changes.
describe.each(['GET', 'POST'])(
  'docs/etiquette.md: what HTTP clients do by default with a %s',
  (method) => {
    let seen: Rows
    beforeAll(async () => {
      seen = await observeRows(method)
    })

    it('has a row for each client', () => {
      expect([...rowsIn(page, method).keys()]).toEqual(
        expect.arrayContaining(clients.map(({ name }) => name)),
      )
    })

    for (const { name, tool } of clients) {
      it(`${name}: behaves as documented`, needsOf(tool), () => {
        expect(seen.get(name)).toBe(rowsIn(page, method).get(name))
      })
    }
  },
)

/** The situations in which the service tells the client what to do. */
const message = (allSituations as Situation[])
  .filter(({ name }) => ['burst', 'outage', 'collision'].includes(name))
  .flatMap((situation) => situation.methods.map((method) => ({ situation, method })))

describe.each(message)(
  'a client that follows the instructions of $situation.title ($method)',
  ({ situation, method }) => {
    const willing = clients.filter(({ configured }) => configured)
    const seen = new Map<string, Observation>()
    beforeAll(async () => {
      const here = willing.filter((client) => present.includes(client))
      await runAll(
        here.map(
          ({ name, configured }) =>
            async () =>
              seen.set(name, await observe(configured!, situation, method)),
        ),
      )
    })

    for (const { name, tool } of willing) {
      it(`succeeds: ${name}`, needsOf(tool), () => {
        const { hasSucceeded, calls, verdict, aliases } = seen.get(name)!
        expect({ hasSucceeded, calls, aliases }).toEqual({
          hasSucceeded: true,
          calls: 2,
          aliases: method === 'POST' ? 1 : 0,
        })
        expect(verdict ?? 'pass').toBe('pass')
      })
    }
  },
)
