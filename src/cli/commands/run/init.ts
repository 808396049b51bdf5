import { writeFileSync } from 'node:fs'
import { printable } from '../../../text/escape.ts'
import { quoteForShell } from '../../../text/shell.ts'
import type { Context } from '../../args/context.ts'
import { runtimeError, usageError } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'

/** Writes a commented scenario to start from. It never overwrites a file. */
export function runInit(context: Context<'json'>): number {
  const [file = 'alias-sandbox.yaml'] = context.words
  if (!/[^/\\]\.ya?ml$/.test(file)) {
    throw usageError(
      `init: invalid file name ${JSON.stringify(file)}: expected .yaml or .yml, such as alias-sandbox.yaml`,
    )
  }
  // Without a folder, a path that begins so is a file and not the name of a scenario.
  const path = quoteForShell(/[/\\]/.test(file) ? file : `./${file}`)
  try {
    writeFileSync(file, templateFor(path), { flag: 'wx' })
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw runtimeError(
      code === 'EEXIST'
        ? `init: ${file} already exists; it was not changed`
        : `init: cannot write ${file} (${code})`,
    )
  }
  return tell(
    context,
    { written: file },
    `wrote ${printable(file)}\n  check it:       npx alias-sandbox scenarios check ${path}\n  start with it:  npx alias-sandbox --scenario ${path}`,
  )
}

/** The scenario that `init` writes to `path`. It shows every part, some of them commented out. */
const templateFor = (
  path: string,
) => `# A scenario: how an account starts, what goes wrong, and what a client should see.
#   npx alias-sandbox --scenario ${path}
#   npx alias-sandbox scenarios check ${path}
title: A payment that fails later
summary: Everything works at first. After 90 seconds a payment fails; settling the invoice fixes it.

# plan: free, plus, pro; billing: active, trialing, past_due, canceled; key: active, revoked, rotated
account: { plan: plus, billing: active, cycle: monthly }

# How much of each limit is already used.
usage: { burst: 0, daily: 0 }

# The account's clock. Default: it starts now and runs.
# clock: { now: 2026-03-01T12:00:00Z, mode: frozen }

# Aliases that exist from the start, and the number of generated ones in addition.
aliases:
  - { id: shop, label: Shop, note: written by hand }
  - { id: trial, status: suspended, expires_at: +10d }
populate: 5 # or in another language: { count: 5, locale: ja }

# Faults to inject, whatever the state; list the kinds with: npx alias-sandbox trigger arm_fault --list
# faults:
#   - { kind: outage, times: 2 }

# Actions that run later, on the account's clock.
timeline:
  - { at: +90s, do: fail_payment }

# What the sandbox does where the API document is silent; list with: npx alias-sandbox choices
choices: { page_size: 10 }

# What a client should see, step by step; "scenarios check" runs these steps.
expect:
  - { call: GET /v1/aliases, status: 200, aliases: 7 }
  - { call: POST /v1/aliases, body: { label: mine }, status: 200 }
  - { do: advance_clock, by: 90s }
  - { call: POST /v1/aliases, status: 403, code: plan_past_due }
  - { do: settle_invoice }
  - { call: POST /v1/aliases, status: 200 }
`
