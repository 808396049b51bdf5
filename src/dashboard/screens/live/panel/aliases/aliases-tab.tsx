import { useState } from 'preact/hooks'
import { aliasesOf } from '../../../../../text/numbers.ts'
import { Dialog } from '../../../../components/dialog.tsx'
import { Pager } from '../../../../components/pager.tsx'
import { ToldLine } from '../../../../components/told-line.tsx'
import { useLoaded } from '../../../../components/use-loaded.ts'
import type { Alias, AliasFilter } from '../../../../service/types.ts'
import { client } from '../../../../state/client.ts'
import { isReadOnly } from '../../../../state/host.ts'
import { aliasSearch } from '../../../../state/open-tab.ts'
import { perform } from '../../../../state/perform.ts'
import { account, changed } from '../../../../state/store.ts'
import { AliasForm } from './alias-form.tsx'
import { AliasItem } from './alias-item.tsx'

const PAGE = 20
/** The longest text that the API searches for. */
const MAX_SEARCH = 200

/** The account's aliases, with what the service's own dashboard can do to them. */
export function AliasesTab() {
  const search = aliasSearch.value
  const [requested, setPage] = useState(0)
  const [doomed, setDoomed] = useState<Alias | null>(null)
  const found = useAliases(search.trim(), requested)
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / PAGE))
  const page = Math.min(requested, pages - 1)
  if (found && page !== requested) setPage(page)
  return (
    <>
      {!isReadOnly.value && <AliasForm />}
      <ToldLine place="aliases" />
      <div class="row">
        <input
          type="search"
          class="grow"
          aria-label="Search the aliases"
          dir="auto"
          value={search}
          maxLength={MAX_SEARCH}
          placeholder="Search"
          onInput={({ currentTarget }) => {
            aliasSearch.value = currentTarget.value
            setPage(0)
          }}
        />
        <span class="hint" role="status">
          {found ? aliasesOf(found.total) : 'Loading …'}
        </span>
      </div>
      <ul class="aliases">
        {found?.aliases.map((alias) => (
          <AliasItem key={alias.id} alias={alias} onDelete={() => setDoomed(alias)} />
        ))}
      </ul>
      <Pager page={page} pages={pages} turn={setPage} what="aliases" />
      {doomed && (
        <Dialog
          title="Delete this alias?"
          action="Delete permanently"
          isDangerous
          onSubmit={() => {
            setDoomed(null)
            void perform('aliases', 'delete_alias', { id: doomed.id })
          }}
          onClose={() => setDoomed(null)}
        >
          <p>
            <b>{doomed.address}</b> will stop forwarding, and its address will never be used again.
            Your client finds it gone. Here, Undo brings it back.
          </p>
        </Dialog>
      )}
    </>
  )
}

/** Loads the page of aliases that is visible. */
function useAliases(search: string, page: number) {
  const { name } = account.value!
  const query: AliasFilter = {
    order: 'newest',
    limit: PAGE,
    skip: page * PAGE,
    ...(search !== '' && { search }),
  }
  const load = () => client.value.ask('GET aliases', { account: name, query })
  return useLoaded(load, `${name} ${JSON.stringify(query)} ${changed.value}`)
}
