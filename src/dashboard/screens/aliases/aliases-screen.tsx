import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { Pager, usePages } from '../../components/pager.tsx'
import { account } from '../../state/account.ts'
import { client, read } from '../../state/client.ts'
import { perform } from '../../state/perform.ts'
import { route } from '../../state/route.ts'
import { calls } from '../../state/story.ts'
import type { Alias } from '../../state/types.ts'
import { AliasForm } from './alias-form.tsx'
import { AliasRow } from './alias-row.tsx'

const PAGE = 20

/** The account's aliases, with the actions of the service's own dashboard. */
export function AliasesScreen() {
  const aliases = useAliases()
  const [search, setSearch] = useState('')
  const [doomed, setDoomed] = useState<Alias | null>(null)
  const matching = aliases.filter((alias) => matches(alias, search))
  const { page, pages, visible, turn } = usePages(matching, PAGE)
  const remove = async () => {
    if (doomed) await perform('delete_alias', { id: doomed.id })
    setDoomed(null)
  }
  return (
    <>
      <AliasForm />
      <section class="card" aria-label="All aliases">
        <div class="row spread">
          <label class="field inline">
            <span>Search</span>
            <input
              type="search"
              dir="auto"
              value={search}
              placeholder="id, label, note …"
              onInput={({ currentTarget }) => {
                setSearch(currentTarget.value)
                turn(0)
              }}
            />
          </label>
          <span class="hint">{matching.length} aliases</span>
        </div>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Address</th>
                <th scope="col">Label</th>
                <th scope="col">Status</th>
                <th scope="col">Forwarded</th>
                <th scope="col">Expires</th>
                <th scope="col">
                  <span class="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {visible.map((alias) => (
                <AliasRow key={alias.id} alias={alias} onDelete={() => setDoomed(alias)} />
              ))}
            </tbody>
          </table>
        </div>
        {matching.length === 0 && <p class="hint">No aliases.</p>}
        <Pager page={page} pages={pages} turn={turn} what="aliases" />
      </section>
      {doomed && (
        <Dialog
          title="Delete this alias?"
          action="Delete permanently"
          isDangerous
          onSubmit={() => void remove()}
          onClose={() => setDoomed(null)}
        >
          <p>
            <b>{doomed.address}</b> will stop forwarding. Its address will never be used again.
          </p>
        </Dialog>
      )}
    </>
  )
}

/** Loads the aliases again whenever the account was loaded, that is after each call and action. */
function useAliases(): readonly Alias[] {
  const [aliases, setAliases] = useState<readonly Alias[]>([])
  const { account: name } = route.value
  useEffect(() => {
    void read(async () => setAliases(await client.value.aliases(name)))
  }, [name, account.value, calls.value.length])
  return aliases
}

function matches({ id, label, note, source, category }: Alias, search: string): boolean {
  const requested = search.trim().toLowerCase()
  return [id, label, note, source, category].some((text) => text.toLowerCase().includes(requested))
}
