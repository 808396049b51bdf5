import { account } from '../../state/account.ts'
import { lazy } from '../lazy.tsx'

const Fork = lazy(
  async () => (await import('./fork.tsx')).Fork,
  () => null,
)

/** Says on every screen that the account is a fork of another one, and leads back. */
export function ForkBanner() {
  const fork = account.value
  return fork?.forked_from ? (
    <Fork key={fork.name} name={fork.name} from={fork.forked_from} />
  ) : null
}
