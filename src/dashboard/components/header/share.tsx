import { attempt, client } from '../../state/client.ts'
import { download } from '../../state/browser/download.ts'
import { Menu } from '../menu.tsx'
import { Told } from '../told.tsx'

/** Hands over what happened. */
export function Share() {
  return (
    <Menu name="share" label="Share" title="Share">
      <button type="button" onClick={() => void save()}>
        Session
      </button>
      <Told place="share" />
    </Menu>
  )
}

async function save(): Promise<void> {
  const session = await attempt('share', () => client.value.ask('GET session'))
  if (session) download('alias-sandbox-session.json', JSON.stringify(session))
}
