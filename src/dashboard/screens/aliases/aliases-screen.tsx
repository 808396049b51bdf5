import { useRef, useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { Pager } from '../../components/pager.tsx'
import { useFresh } from '../../components/use-fresh.ts'
import { statusLabels } from '../../labels/aliases.ts'
import { aliasesOf } from '../../../text/numbers.ts'
import { account, ownChanges } from '../../state/account.ts'
import { client, read } from '../../state/client.ts'
import { perform } from '../../state/perform.ts'
import { route } from '../../state/route.ts'
import { items } from '../../state/story.ts'
import type { Alias, AliasFilter, Entry } from '../../state/types.ts'
import { AliasForm } from './alias-form.tsx'
import { AliasTable } from './alias-table.tsx'

const PAGE = 20

/** The longest text that the API searches for. */
const MAX_SEARCH = 200

/** The account's aliases, with the actions of the service's own dashboard. */
export function AliasesScreen() {
  return (
    <>
      <AliasForm />
      <AllAliases key={route.value.account} />
    </>
  )
}

function AllAliases() {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const [requested, setPage] = useState(0)
  const [doomed, setDoomed] = useState<Alias | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const found = useAliases(search.trim(), status, requested)
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / PAGE))
  const page = Math.min(requested, pages - 1)
  if (found && page !== requested) setPage(page)
  const clear = () => {
    setSearch('')
    setStatus('')
    setPage(0)
    field.current?.focus()
  }
  const remove = ({ id }: Alias) => {
    setDoomed(null)
    void perform('delete_alias', { id })
  }
  return (
    <section class="card" aria-label="All aliases">
      <div class="row alias-filter">
        <label class="field grow">
          <span>Search</span>
          <input
            ref={field}
            type="search"
            dir="auto"
            value={search}
            maxLength={MAX_SEARCH}
            placeholder="address, label, note …"
            onInput={({ currentTarget }) => {
              setSearch(currentTarget.value)
              setPage(0)
            }}
          />
        </label>
        <label class="field">
          <span>Status</span>
          <select
            value={status}
            onChange={({ currentTarget }) => {
              setStatus(currentTarget.value)
              setPage(0)
            }}
          >
            <option value="">All</option>
            {Object.entries(statusLabels).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <p class="hint alias-count" role="status">
          {found ? aliasesOf(found.total) : 'Loading …'}
        </p>
      </div>
      {found?.total === 0 && <Nothing search={search.trim()} status={status} onClear={clear} />}
      {found && found.total > 0 && <AliasTable aliases={found.aliases} onDelete={setDoomed} />}
      <Pager page={page} pages={pages} turn={setPage} what="aliases" />
      {doomed && (
        <Dialog
          title="Delete this alias?"
          action="Delete permanently"
          isDangerous
          onSubmit={() => remove(doomed)}
          onClose={() => setDoomed(null)}
        >
          <p>
            <b>{doomed.address}</b> will stop forwarding, and its address will never be used again.
            Your client finds it gone. Here, Undo brings it back.
          </p>
        </Dialog>
      )}
    </section>
  )
}

type NothingProps = { search: string; status: string; onClear: () => void }

function Nothing({ search, status, onClear }: NothingProps) {
  if (search === '' && status === '') {
    return <p class="hint">No alias yet. Create one above, or with your client.</p>
  }
  const kind = status === '' ? 'alias' : `alias that is ${statusLabels[status]!.toLowerCase()}`
  return (
    <div class="row nothing">
      <p class="hint">
        {search === '' ? `No ${kind}.` : `No ${kind} matches “`}
        {search !== '' && <bdi>{search}</bdi>}
        {search !== '' && '”.'}
      </p>
      <button type="button" onClick={onClear}>
        Show all aliases
      </button>
    </div>
  )
}

/** Loads the page of aliases that is visible. */
function useAliases(search: string, status: string, page: number) {
  const { account: name } = route.value
  const filter: AliasFilter = {
    order: 'newest',
    limit: PAGE,
    skip: page * PAGE,
    ...(search !== '' && { search }),
    ...(status !== '' && { status: status as NonNullable<AliasFilter['status']> }),
  }
  const load = (signal: AbortSignal) =>
    read(
      () => client.value.ask('GET aliases', { account: name, query: filter, signal }),
      ignoreMissing,
    )
  // Changes of the tester here are visible at once, those of others within a second.
  const newest = items.value.find(changesAliases)?.order ?? 0
  const change = `${newest} ${account.value?.aliases}`
  const query = `${JSON.stringify(filter)} ${ownChanges.value}`
  return useFresh({ load, account: name, query, change })
}

function changesAliases(item: Entry): boolean {
  return item.type !== 'call' || item.operation === 'create'
}

/** The account is gone; the page says so itself. */
function ignoreMissing(): void {}
