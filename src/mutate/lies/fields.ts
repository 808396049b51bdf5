import type { Alias } from '../../contract/shapes.ts'
import { withAlias, without } from '../change.ts'
import { always, type Lie } from '../lie.ts'

type FieldLie = Pick<Lie, 'does' | 'harm' | 'worth'> & {
  readonly name: string
  /** Undefined leaves the alias. */
  readonly edit: (alias: Alias) => object | undefined
}

/** What the service gets wrong about a field of an alias, when it is created and when it is listed. */
const fieldLies: readonly FieldLie[] = [
  {
    name: 'id_missing',
    does: 'leaves out id',
    harm: 'The client cannot tell two aliases apart, and mixes up what it stores about them.',
    worth: 2,
    edit: (alias) => without(alias, 'id'),
  },
  {
    name: 'address_missing',
    does: 'leaves out address',
    harm: 'Users see the word undefined in place of the address, and may give it to somebody.',
    worth: 1,
    edit: (alias) => without(alias, 'address'),
  },
  {
    name: 'address_null',
    does: 'answers null as the address',
    harm: 'Users see the word null in place of the address, and may give it to somebody.',
    worth: 2,
    edit: (alias) => ({ ...alias, address: null }),
  },
  {
    name: 'address_foreign',
    does: 'answers with an address whose local part is not the id',
    harm: 'Users hand out an address that forwards nothing to them.',
    worth: 1,
    edit: (alias) => ({ ...alias, address: alias.address.replace(/^[^@]*/, 'someone.else') }),
  },
  {
    name: 'status_missing',
    does: 'leaves out status',
    harm: 'Users cannot see whether an alias forwards mail.',
    worth: 2,
    edit: (alias) => without(alias, 'status'),
  },
  {
    name: 'status_unknown',
    does: 'says status paused for an active alias',
    harm: 'Users take an alias that forwards mail for one that does not, or the client crashes.',
    worth: 2,
    edit: (alias) => (alias.status === 'active' ? { ...alias, status: 'paused' } : undefined),
  },
  {
    name: 'created_at_ms',
    does: 'says created_at in milliseconds',
    harm: 'Users see a date 50,000 years ahead, and sorting by age is wrong.',
    worth: 3,
    edit: (alias) => ({ ...alias, created_at: alias.created_at * 1_000 }),
  },
  {
    name: 'created_at_text',
    does: 'says created_at as text',
    harm: 'Users see an invalid date.',
    worth: 3,
    edit: (alias) => ({ ...alias, created_at: new Date(alias.created_at * 1_000).toISOString() }),
  },
  {
    name: 'forward_count_text',
    does: 'says forward_count as text',
    harm: 'Sums of forwarded mail are joined texts: 1 and 2 become 12.',
    worth: 3,
    edit: (alias) => ({ ...alias, forward_count: String(alias.forward_count) }),
  },
  {
    name: 'forward_count_missing',
    does: 'leaves out forward_count',
    harm: 'Users see NaN or undefined in place of the number of messages.',
    worth: 3,
    edit: (alias) => without(alias, 'forward_count'),
  },
  {
    name: 'label_missing',
    does: 'leaves out a label that is set',
    harm: 'Users cannot tell what an alias was made for, and may delete the wrong one.',
    worth: 2,
    edit: (alias) => (alias.label === '' ? undefined : without(alias, 'label')),
  },
  {
    name: 'expires_at_ms',
    does: 'says expires_at in milliseconds',
    harm: 'Users believe that an alias stays, and lose its mail when it is deleted.',
    worth: 2,
    edit: (alias) =>
      alias.expires_at === null ? undefined : { ...alias, expires_at: alias.expires_at * 1_000 },
  },
  {
    name: 'expires_at_text',
    does: 'says expires_at as text',
    harm: 'Users see an invalid date, and lose mail when the alias is deleted.',
    worth: 3,
    edit: (alias) =>
      alias.expires_at === null
        ? undefined
        : { ...alias, expires_at: new Date(alias.expires_at * 1_000).toISOString() },
  },
  {
    name: 'expires_at_missing',
    does: 'leaves out expires_at where no expiry is set',
    harm: 'The client shows an invalid date, or takes a permanent alias for an expired one.',
    worth: 3,
    edit: (alias) => (alias.expires_at === null ? without(alias, 'expires_at') : undefined),
  },
  {
    name: 'single_use_text',
    does: 'says single_use as text',
    harm: 'The client takes every alias for one that is burned after one message.',
    worth: 3,
    edit: (alias) => ({ ...alias, single_use: String(alias.single_use) }),
  },
]

const operations = [
  { prefix: 'create', outcome: 'created', where: 'the new alias' },
  { prefix: 'list', outcome: 'listed', where: 'listed aliases' },
] as const

export const aliasFieldLies: readonly Lie[] = operations.flatMap(({ prefix, outcome, where }) =>
  fieldLies.map(({ name, does, harm, worth, edit }) => ({
    id: `${prefix}_${name}`,
    outcomes: [outcome],
    does: `${does} (${where})`,
    harm,
    worth,
    doubt: 'unread_field' as const,
    begin: always(withAlias(edit)),
  })),
)
