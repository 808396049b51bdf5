import type { ChoiceRow } from './choice-row.ts'

/** An alias: its id and address, how it ends, and the fields without examples. */
export const aliasChoices = {
  id_style: {
    question: 'Which alphabet and length do ids have?',
    source: 'Alias, id: the local part of the address; nothing else is documented',
    default: 'alphanumeric',
    means: '10 characters of a-z and 0-9',
    alternatives: [
      { value: 'long', tier: 'P' },
      { value: 'dotted', tier: 'P' },
      { value: 'words', tier: 'P' },
    ],
  },
  domain: {
    question: 'What is the shared domain?',
    source: 'Alias, address: <id>@<shared_domain>',
    default: 'alias-sandbox.example',
    means: 'a domain that cannot receive mail',
    alternatives: [],
    also: {
      what: 'a host name',
      accepts: (value) =>
        typeof value === 'string' &&
        value.length <= 200 &&
        /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(value),
    },
  },
  burn: {
    question: 'What happens to a single-use alias when it is burned?',
    source: 'States and transitions: no example shows the status it leaves behind',
    default: 'removed',
    means: 'it is removed',
    alternatives: [
      { value: 'suspended', tier: 'L' },
      { value: 'burned', tier: 'P' },
    ],
  },
  expiry: {
    question: 'What happens to an alias at its expires_at?',
    source: 'States and transitions: deletion at expires_at; no example shows the status it leaves',
    default: 'removed',
    means: 'it is removed at that second',
    alternatives: [
      { value: 'expired', tier: 'P' },
      { value: 'late', tier: 'P' },
    ],
  },
  suspended_reason: {
    question: 'What is the value of suspended_reason?',
    source: 'Alias, suspended_reason: no example shows its type and values',
    default: 'manual',
    means: 'the string "manual", or the reason argument of the action',
    alternatives: [
      { value: 'absent', tier: 'P' },
      { value: 'object', tier: 'P' },
    ],
  },
  replies_value: {
    question: 'What is the value of replies_enabled?',
    source: 'Alias, replies_enabled: no example shows its type and values',
    default: true,
    means: 'true, or the value argument of the action',
    alternatives: [
      { value: false, tier: 'P' },
      { value: 'text', tier: 'P' },
    ],
  },
} as const satisfies Record<string, ChoiceRow>
