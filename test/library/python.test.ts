import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import '../support/process/fresh-build.js'

/** In Python a sandbox holds nothing open that could be closed: the plugin ends the one that it started. */
const onlyInLibrary = ['Sandbox.close']

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const plugin = ['_account.py', '_routes.py']
  .map((file) => read(`clients/python/src/alias_sandbox/${file}`))
  .join('\n')

/** The public members of a class that a program in JavaScript sees, in snake_case. */
function membersOfLibrary(file: string): string[] {
  const [, body] = /^export declare class \w+ \{\n(.*?)^\}/ms.exec(
    read(`dist/client/${file}.d.ts`),
  )!
  return [...body!.matchAll(/^ {4}(?:readonly |get )?([a-z]\w*)[(<:?]/gm)]
    .map(([, name]) => name!.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .filter((name) => name !== 'constructor')
}

/** The public methods and fields of classes of the plugin. */
function membersOfPython(...classes: string[]): string[] {
  return classes.flatMap((name) => {
    const body = new RegExp(`^class ${name}\\b.*\n((?:\n|    .*\n?)*)`, 'm').exec(plugin)![1]!
    const members = body.matchAll(/^ {4}def ([a-z]\w*)\(|^ {8}self\.([a-z]\w*) = /gm)
    return [...members].map(([, method, field]) => method ?? field!)
  })
}

it.each([
  ['Sandbox', 'sandbox', ['AliasSandbox', 'SandboxRoutes']],
  ['Account', 'account', ['AliasAccount', 'AccountRoutes']],
  ['Clock', 'clock', ['AliasClock']],
  ['ArmedFault', 'armed-fault', ['ArmedFault']],
  ['Inbox', 'inbox', ['AliasInbox']],
])('%s has the same members in Python', (name, file, classes) => {
  const same = membersOfLibrary(file).filter(
    (member) => !onlyInLibrary.includes(`${name}.${member}`),
  )
  expect(new Set(membersOfPython(...classes))).toEqual(new Set(same))
})
