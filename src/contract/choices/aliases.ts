import type { ChoiceRow } from './choice-row.ts'

/** An alias: its id and address, how it ends, and the fields without examples. */
export const aliasChoices = {
  id_style: {
    question: 'What is the alphabet and length of an id?',
    source: 'Alias, id: the local part of the address; no more is said',
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
    question: 'What becomes of a single-use alias once it is burned?',
    source: 'States and transitions: the status it leaves behind is not shown',
    default: 'removed',
    means: 'it is gone',
    alternatives: [
      { value: 'suspended', tier: 'L' },
      { value: 'burned', tier: 'P' },
    ],
  },
  expiry: {
    question: 'What is left of an alias at its expires_at?',
    source: 'States and transitions: deletion at expires_at, the status it leaves is not shown',
    default: 'removed',
    means: 'it is gone at that second',
    alternatives: [
      { value: 'expired', tier: 'P' },
      { value: 'late', tier: 'P' },
    ],
  },
  suspended_reason: {
    question: 'What does suspended_reason hold?',
    source: 'Alias, suspended_reason: type and values not shown',
    default: 'manual',
    means: 'the text "manual", or the reason given to the action',
    alternatives: [
      { value: 'absent', tier: 'P' },
      { value: 'object', tier: 'P' },
    ],
  },
  replies_value: {
    question: 'What does replies_enabled hold?',
    source: 'Alias, replies_enabled: type and values not shown',
    default: true,
    means: 'true, or the value given to the action',
    alternatives: [
      { value: false, tier: 'P' },
      { value: 'text', tier: 'P' },
    ],
  },
} as const satisfies Record<string, ChoiceRow>
