// A suite for node:test and Mocha, which has it.
const assert = require('node:assert/strict')
const { listPatiently } = require('./waiting.cjs')
const it = globalThis.it ?? require('node:test').it

it('waits as it is told', async function waits() {
  this?.timeout?.(120_000)
  assert.ok((await listPatiently()) >= 25)
})
