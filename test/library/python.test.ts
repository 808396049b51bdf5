import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Account } from '../../src/client/account.ts'
import { ArmedFault } from '../../src/client/armed-fault.ts'
import { Clock } from '../../src/client/clock.ts'
import { Inbox } from '../../src/client/inbox.ts'

const folder = new URL('../../clients/python/src/alias_sandbox_pytest/', import.meta.url)
const python = ['_account.py', '_routes.py']
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n')

/** The public methods of classes of the plugin. */
function methodsOf(...classes: string[]): string[] {
  return classes.flatMap((name) => {
    const body = new RegExp(`^class ${name}\\b.*\n((?:\n|    .*\n?)*)`, 'm').exec(python)![1]!
    return [...body.matchAll(/^ {4}def ([a-z]\w*)\(/gm)].map(([, method]) => method!)
  })
}

function namesOf({ prototype }: { prototype: object }): string[] {
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
  return names.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

it.each<[object: { prototype: object }, classes: string[], without: string[], more: string[]]>([
  [Account, ['AliasAccount', 'AccountRoutes'], ['session', 'dispose'], ['delete']],
  [Clock, ['AliasClock'], [], []],
  [ArmedFault, ['ArmedFault'], [], []],
  [Inbox, ['AliasInbox', 'InboxRoutes'], ['get', 'raw', 'attachment'], []],
])('$name has the same methods in Python', (object, classes, without, more) => {
  const names = namesOf(object).filter((name) => !without.includes(name))
  expect(methodsOf(...classes).toSorted()).toEqual([...names, ...more].toSorted())
})
