import { useLoaded } from '../../components/use-loaded.ts'
import { client } from '../../state/client.ts'
import { changed } from '../../state/store.ts'
import { route } from '../../state/route.ts'

/** The mails that were forwarded to the owner, the last one first. */
export function InboxScreen() {
  const { account } = route.value
  const load = () => client.value.ask('GET inbox', { account })
  const inbox = useLoaded(load, `${account} ${changed.value}`)
  return (
    <ul>
      {inbox?.mails.toReversed().map(({ id, subject, to }) => (
        <li key={id}>
          <bdi>{subject}</bdi> to {to}
        </li>
      ))}
    </ul>
  )
}
