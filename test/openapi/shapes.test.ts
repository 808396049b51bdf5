import * as v from 'valibot'
import { expect, it } from 'vitest'
import { controlShapes } from '../../src/contract/control/control-shapes.ts'
import { toFaultView } from '../../src/core/account/fault-view.ts'
import { shippedScenarios } from '../../src/node/files/scenario-catalog.ts'
import { toAccountView, toFiredView } from '../../src/control/views/account-view.ts'
import { toListed } from '../../src/control/views/listed-request.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

it.each(shippedScenarios())('the views of $name match their schemas', ({ name, scenario }) => {
  const sandbox = coreSandbox(scenario, { name })
  const entry = callCore(sandbox)
  const account = sandbox.account('default')
  const { fired } = sandbox.perform(account, 'advance_clock', { by: '40d' }, MACHINE_MS)
  v.parse(controlShapes.Account, toAccountView(account))
  v.parse(controlShapes.Request, toListed(entry, sandbox.knownIn('default')))
  v.parse(v.array(controlShapes.Fault), account.state.faults.map(toFaultView))
  v.parse(v.array(controlShapes.Fired), fired.events.map(toFiredView))
  expect(entry.account).toBe('default')
})
