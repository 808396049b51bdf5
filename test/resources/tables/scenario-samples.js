// Valid scenarios that use every feature.

export const scenario = {
  title: 'A scenario',
  summary: 'With something of everything.',
  account: { plan: 'pro', billing: 'active', cycle: 'monthly', key: 'active' },
  usage: { daily: 1, forwards: 2, referral_bonus: 3 },
  limits: { burst: 'off', daily: 'off' },
  ids: { alphabet: 'abcdefghijklmnopqrstuvwxyz', length: 12 },
  aliases: [
    { id: 'first', label: 'a', created_at: '-1d' },
    { note: 'b', status: 'suspended' },
  ],
  populate: 3,
  faults: [{ kind: 'outage', operation: 'create', times: 1, skip: 1_000 }],
  timeline: [{ at: '+90d', do: 'set_usage', daily: 3 }],
  choices: { page_size: 10, list_order: 'newest_first' },
  expect: [{ call: 'GET /v1/aliases', status: 200 }],
}
