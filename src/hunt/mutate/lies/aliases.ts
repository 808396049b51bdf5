import { sendAtOnce } from '../../../contract/deliveries.ts'
import { successes } from '../../../contract/operations.ts'
import type { Account } from '../../../core/account/account.ts'
import type { Alias } from '../../../contract/shapes.ts'
import { unsetAlias, type NewAlias } from '../../../core/calls/new-alias.ts'
import { aliasesIn, withAlias, without, withPage } from '../change.ts'
import { always, type ChangedAnswer, type LieInRun, type LieRow, type LieRows } from '../lie.ts'
import type { ServedCall } from '../served-call.ts'

/** Lies about the existence of aliases, and about their later states. */
export const aliasLies: LieRows = {
  create_lost: {
    outcomes: ['created'],
    does: 'creates the first alias of each account, but closes the connection in place of an answer',
    harm: 'A client that tries again creates an alias twice; one that does not loses the alias.',
    test: 'create an alias whose answer is lost (lost_response), then expect exactly one alias in the account.',
    worth: 1,
    doubt: 'recovered',
    begin: loseFirst,
  },
  create_repeated: {
    outcomes: ['created'],
    does: 'answers each further creation with the first alias of the account',
    harm: 'Two shops get the same address, and a leak can no longer be traced to one of them.',
    test: 'create two aliases, and expect two ids and two addresses.',
    worth: 1,
    begin: answerFirstAgain,
  },
  create_suspended: {
    outcomes: ['created'],
    does: 'creates aliases that are suspended from the start',
    harm: 'Users hand out an address that forwards no mail.',
    test: 'create an alias, and expect the status active.',
    worth: 1,
    begin: always(withAlias((alias) => ({ ...alias, status: 'suspended' }))),
  },
  list_created_missing: {
    outcomes: ['listed'],
    does: 'does not list aliases that were created through the API',
    harm: 'Users do not find an alias that they have just created, and create another one.',
    test: 'create an alias, list, and expect its id.',
    worth: 1,
    begin: hideCreated,
  },
  list_removed_kept: {
    outcomes: ['listed'],
    does: 'still lists aliases that were deleted, burned or expired',
    harm: 'Users hand out an address that forwards no mail any more.',
    test: 'delete an alias as the owner, list, and expect that its id is gone.',
    worth: 1,
    begin: listRemoved,
  },
  list_suspended_as_active: {
    outcomes: ['listed'],
    does: 'lists suspended aliases as active',
    harm: 'Users wait for mail at an address that forwards none.',
    test: 'suspend an alias as the owner, list, and expect the status suspended.',
    worth: 1,
    begin: always(
      withAlias((alias) =>
        alias.status === 'suspended'
          ? without({ ...alias, status: 'active' }, 'suspended_reason')
          : undefined,
      ),
    ),
  },
  create_label_lost: losesText('label'),
  create_note_lost: losesText('note'),
  create_source_lost: losesText('source'),
  create_category_lost: losesText('category'),
  create_expiry_ignored: {
    outcomes: ['created'],
    does: 'ignores expires_at: the alias has no expiry',
    harm: 'Aliases that should be gone forward mail for ever.',
    test: 'create an alias with an expiry, and expect expires_at in the answer.',
    worth: 1,
    begin: ignores('expires_at', null),
  },
  create_single_use_ignored: {
    outcomes: ['created'],
    does: 'ignores single_use: the alias is an ordinary one',
    harm: 'An address that was meant for one message receives advertising for ever.',
    test: 'create a single-use alias, and expect single_use in the answer.',
    worth: 1,
    begin: ignores('single_use', false),
  },
  alias_never_expires: {
    outcomes: successes,
    does: 'reports expires_at, but never deletes the alias',
    harm: 'Aliases that should be gone forward mail, while the client shows them as expired.',
    test: 'create an alias with an expiry, advance the clock beyond it, list, and expect that it is gone.',
    worth: 2,
    begin: () => promises('expires_at', null, hasExpired),
  },
  alias_never_burned: {
    outcomes: successes,
    does: 'reports single_use, but does not burn the alias after a message',
    harm: 'An address that was meant for one message goes on forwarding mail.',
    test: 'create a single-use alias, forward a message to it, list, and expect that it is gone.',
    worth: 2,
    begin: () => promises('single_use', false, hasForwarded),
  },
}

function loseFirst(): LieInRun {
  const met = new Set<string>()
  return {
    answer({ account }) {
      if (met.has(account.name)) return undefined
      met.add(account.name)
      const response = { status: 0, headers: {}, body: '' }
      return { response, delivery: { ...sendAtOnce, kind: 'drop' } }
    },
  }
}

function answerFirstAgain(): LieInRun {
  const first = new Map<string, object>()
  return {
    answer: withAlias((alias, { account }) => {
      const known = first.get(account.name)
      if (!known) first.set(account.name, alias)
      return known
    }),
  }
}

function hideCreated(): LieInRun {
  const created = new Set<string>()
  return {
    see(call) {
      if (call.result.outcome === 'created') for (const { id } of aliasesIn(call)) created.add(id)
    },
    answer: withPage((page) => {
      const aliases = page.aliases.filter(({ id }) => !created.has(id))
      return aliases.length === page.aliases.length ? undefined : { ...page, aliases }
    }),
  }
}

/** Adds what the client has seen and what is gone by now to the last page. */
function listRemoved(): LieInRun {
  const seen = new Map<string, Map<string, Alias>>()
  return {
    see(call) {
      const known = seen.get(call.account.name) ?? new Map<string, Alias>()
      for (const alias of aliasesIn(call)) known.set(alias.id, alias)
      seen.set(call.account.name, known)
    },
    answer: withPage((page, { account }) => {
      if (page.has_more) return undefined
      const known = [...(seen.get(account.name)?.values() ?? [])]
      const removed = known.filter(({ id }) => account.aliases.get(id) === undefined)
      return removed.length === 0 ? undefined : { ...page, aliases: [...page.aliases, ...removed] }
    }),
  }
}

function losesText(field: 'label' | 'note' | 'source' | 'category'): LieRow {
  const isMain = field === 'label'
  return {
    outcomes: ['created'],
    does: `forgets the ${field} of a new alias`,
    harm: isMain
      ? 'Users cannot tell what an alias was created for, and may delete the wrong one.'
      : `What users enter as ${field} is lost without a word.`,
    test: `create an alias with a ${field}, list, and expect that ${field}.`,
    worth: isMain ? 1 : 2,
    begin: ignores(field, ''),
  }
}

type Field = keyof NewAlias

/** Stores an alias without what was requested, and says so in the answer. */
function ignores<Name extends Field>(field: Name, unset: NewAlias[Name]): () => LieInRun {
  return () => ({
    create: (requested) => ({ ...requested, [field]: unset }),
    answer: (call) =>
      requestedIn(call)[field] === unset
        ? undefined
        : withAlias((alias) => ({ ...alias, [field]: unset }))(call),
  })
}

type PromisedAlias = { account: Account; alias: Alias }

/** Stores an alias without what was requested, but tells the client otherwise. */
function promises<Name extends Field & keyof Alias>(
  field: Name,
  unset: NewAlias[Name],
  isDue: (promised: PromisedAlias) => boolean,
): LieInRun {
  const promised = new Map<string, PromisedAlias>()
  const keepUp = withAlias((alias) => {
    const known = promised.get(alias.id)
    return known && { ...alias, [field]: known.alias[field] }
  })
  return {
    create: (requested) => ({ ...requested, [field]: unset }),
    see(call) {
      const value = call.result.outcome === 'created' ? requestedIn(call)[field] : unset
      if (value === unset) return
      for (const alias of aliasesIn(call))
        promised.set(alias.id, { account: call.account, alias: { ...alias, [field]: value } })
    },
    answer: (call): ChangedAnswer | undefined => keepUp(call),
    isApplied: () => [...promised.values()].some(isDue),
  }
}

function hasExpired({ account, alias: { expires_at } }: PromisedAlias): boolean {
  return expires_at !== null && account.now >= expires_at * 1_000
}

function hasForwarded({ account, alias: { id } }: PromisedAlias): boolean {
  return account.aliases.get(id)?.forward_count !== 0
}

/** Returns the alias that the client has requested; the request was served, so it is valid. */
function requestedIn({ request }: ServedCall): NewAlias {
  const parsed = (request.body ?? '') === '' ? {} : (JSON.parse(request.body!) as object)
  const set = Object.entries(parsed).filter(([, value]) => value !== null)
  return { ...unsetAlias(), ...Object.fromEntries(set) }
}
