import type { Alias } from '../../../contract/shapes.ts'
import { withAlias, without } from '../change.ts'
import { always, type LieRow, type LieRows } from '../lie.ts'

type FieldLie = Pick<LieRow, 'does' | 'harm' | 'worth'> & {
  /** The value that a test expects of the alias. */
  readonly expected: string
  /** Undefined leaves the alias. */
  readonly edit: (alias: Alias) => object | undefined
}

/** Lies about a field of an alias, when it is created and when it is listed. */
const fieldLies: Readonly<Record<string, FieldLie>> = {
  id_missing: {
    expected: 'an id',
    does: 'leaves out the id',
    harm: 'The client cannot tell two aliases apart, and mixes up what it stores about them.',
    worth: 2,
    edit: (alias) => without(alias, 'id'),
  },
  address_missing: {
    expected: 'its address',
    does: 'leaves out the address',
    harm: 'Users see the word undefined in place of the address, and may give it to somebody.',
    worth: 1,
    edit: (alias) => without(alias, 'address'),
  },
  address_null: {
    expected: 'its address',
    does: 'answers null as the address',
    harm: 'Users see the word null in place of the address, and may give it to somebody.',
    worth: 2,
    edit: (alias) => ({ ...alias, address: null }),
  },
  address_foreign: {
    expected: 'an address that begins with the id',
    does: 'answers an address that does not begin with the id',
    harm: 'Users hand out an address that forwards nothing to them.',
    worth: 1,
    edit: (alias) => ({ ...alias, address: alias.address.replace(/^[^@]*/, 'someone.else') }),
  },
  status_missing: {
    expected: 'its status',
    does: 'leaves out the status',
    harm: 'Users cannot see whether an alias forwards mail.',
    worth: 2,
    edit: (alias) => without(alias, 'status'),
  },
  status_unknown: {
    expected: 'the status active',
    does: 'answers paused in place of active as the status',
    harm: 'Users take an alias that forwards mail for one that does not, or the client crashes.',
    worth: 2,
    edit: (alias) => (alias.status === 'active' ? { ...alias, status: 'paused' } : undefined),
  },
  created_at_ms: {
    expected: 'the date and year of created_at',
    does: 'answers milliseconds as created_at',
    harm: 'Users see a date 50,000 years ahead, and sorting by age is wrong.',
    worth: 3,
    edit: (alias) => ({ ...alias, created_at: alias.created_at * 1_000 }),
  },
  forward_count_text: {
    expected: 'its forward_count as a number',
    does: 'answers a text as forward_count',
    harm: 'Sums of forwarded mail are joined texts: 1 and 2 become 12.',
    worth: 3,
    edit: (alias) => ({ ...alias, forward_count: String(alias.forward_count) }),
  },
  label_missing: {
    expected: 'its label',
    does: 'leaves out the label',
    harm: 'Users cannot tell what an alias was created for, and may delete the wrong one.',
    worth: 2,
    edit: (alias) => (alias.label === '' ? undefined : without(alias, 'label')),
  },
  expires_at_ms: {
    expected: 'the date and year of expires_at',
    does: 'answers milliseconds as expires_at',
    harm: 'Users believe that an alias stays, and lose its mail when it is deleted.',
    worth: 2,
    edit: (alias) =>
      alias.expires_at === null ? undefined : { ...alias, expires_at: alias.expires_at * 1_000 },
  },
  expires_at_text: {
    expected: 'the date and year of expires_at',
    does: 'answers a text as expires_at',
    harm: 'Users see an invalid date, and lose mail when the alias is deleted.',
    worth: 3,
    edit: (alias) =>
      alias.expires_at === null
        ? undefined
        : { ...alias, expires_at: new Date(alias.expires_at * 1_000).toISOString() },
  },
}

const operations = [
  {
    prefix: 'create',
    outcome: 'created',
    where: 'of the new alias',
    test: 'create an alias, and expect',
  },
  {
    prefix: 'list',
    outcome: 'listed',
    where: 'of listed aliases',
    test: 'list an alias that you know, and expect',
  },
] as const

export const aliasFieldLies: LieRows = Object.fromEntries(
  operations.flatMap(({ prefix, outcome, where, test }) =>
    Object.entries(fieldLies).map(([name, { expected, does, harm, worth, edit }]) => [
      `${prefix}_${name}`,
      {
        outcomes: [outcome],
        does: `${does} ${where}`,
        harm,
        test: `${test} ${expected}.`,
        worth,
        doubt: 'unread_field',
        begin: always(withAlias(edit)),
      },
    ]),
  ),
)
