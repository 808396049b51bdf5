import { faultRow, type FaultArguments, type FaultKind } from '../../../src/contract/faults.ts'

/** A value for each argument that only some kinds accept, valid for all of these kinds. */
export const argumentValues: FaultArguments = {
  ms: 250,
  after: true,
  status: 504,
  headers: { 'Retry-After': 7, 'X-Trace': 'a' },
  body: 'text',
  json: { code: 'teapot', list: [null, 1] },
  retry_after: 20,
}
/** The arguments that exclude another one. */
const excluded: readonly (keyof FaultArguments)[] = ['body']

/** The arguments that only this kind and some others take, all that go together. */
export function argumentsOf(kind: FaultKind): Partial<FaultArguments> {
  const names = Object.keys(faultRow(kind).arguments ?? {}) as (keyof FaultArguments)[]
  const together = names.filter((name) => !excluded.includes(name))
  return Object.fromEntries(together.map((name) => [name, argumentValues[name]]))
}
