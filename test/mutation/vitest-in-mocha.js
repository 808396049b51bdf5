// Replaces `vitest` in the mutation tests: its assertions on top of Mocha, which runs a thousand mutants in
// the time that Vitest takes to load its modules for each.
import { format } from 'node:util'
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  chai,
  setState,
} from '@vitest/expect'
import fc from 'fast-check'

// The first counterexample kills a mutant, so there is no need to find the smallest one.
fc.configureGlobal({ endOnFailure: true, numRuns: 25 })

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)
const expectThat = (value, message) => chai.expect(value, message)
export const expect = Object.assign(expectThat, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT])
globalThis[GLOBAL_EXPECT] = expect
setState({ assertionCalls: 0, isExpectingAssertions: false }, expect)

const { after: afterAll, afterEach, describe: suite, it: test } = globalThis
const finishing = []
const finish = async () => {
  for (const act of finishing.splice(0)) await act()
}
afterEach(finish)
export const onTestFinished = (act) => void finishing.push(act)
export { afterAll, afterEach }

// Vitest takes options before the function, or a time limit after it; neither matters here.
const functionOf = (input, act) => (typeof act === 'function' ? act : input)

/** Adds one test or suite per row, with the name that Vitest would use. */
const eachOf = (add) => (rows) => (name, input, act) => {
  const run = functionOf(input, act)
  rows.forEach((row) => {
    const values = Array.isArray(row) ? row : [row]
    add(format(name, ...values), () => run(...values))
  })
}

const addTest = (name, input, act) => test(name, functionOf(input, act))
const withEach = (add, run) => Object.assign(run, { each: eachOf(add) })
export const it = withEach(addTest, addTest)
const addSuite = (name, input, act) => suite(name, () => void functionOf(input, act)())
export const describe = withEach(addSuite, addSuite)
