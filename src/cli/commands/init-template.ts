/** The scenario that `init` writes: every part is there, most of it as a comment. */
export const initTemplate = `# A scenario: how an account starts, what goes wrong, and what a client then sees.
#   npx alias-sandbox --scenario ./alias-sandbox.yaml
#   npx alias-sandbox scenarios check ./alias-sandbox.yaml
title: A payment that fails after a while
summary: All is well at first; after 90 seconds the payment fails, until the invoice is settled.

# plan: free, plus, pro; billing: active, trialing, past_due, canceled; key: active, revoked, rotated
account: { plan: plus, billing: active, cycle: monthly }

# How much of each limit is used already.
usage: { burst: 0, daily: 0 }

# Where the account's clock starts, and whether it runs; without it: now, running.
# clock: { now: 2026-03-01T12:00:00Z, mode: frozen }

# Aliases that are there from the start, and how many made-up ones beside them.
aliases:
  - { id: shop, label: Shop, note: written by hand }
  - { id: trial, status: suspended, expires_at: +10d }
populate: 5 # or in another language: { count: 5, locale: ja }

# Calls that are refused whatever the state; kinds: npx alias-sandbox trigger
# faults:
#   - { kind: outage, times: 2 }

# What happens by itself, on the account's clock.
timeline:
  - { at: +90s, do: fail_payment }

# What is done where the API's document is silent: npx alias-sandbox choices
choices: { page_size: 10 }

# What a client sees, step by step; "scenarios check" runs it.
expect:
  - { call: GET /v1/aliases, status: 200, aliases: 7 }
  - { call: POST /v1/aliases, body: { label: mine }, status: 200 }
  - { do: advance_clock, by: 90s }
  - { call: POST /v1/aliases, status: 403, code: plan_past_due }
  - { do: settle_invoice }
  - { call: POST /v1/aliases, status: 200 }
`
