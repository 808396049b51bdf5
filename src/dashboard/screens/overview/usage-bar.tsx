import { ActionButton } from '../../components/action-button.tsx'

type UsageBarProps = {
  title: string
  /** The name of the counter in `set_usage`. */
  counter: 'burst' | 'daily' | 'forwards'
  used: number
  limit: number | null
  resets: string
}

/** Shows how much of a limit is used, with buttons that change it. */
export function UsageBar({ title, counter, used, limit, resets }: UsageBarProps) {
  const share = limit === null || limit === 0 ? 0 : Math.min(1, used / limit)
  const set = (count: number) => ({ [counter]: Math.max(0, count) })
  const said = limit === null ? `${used}, no limit` : `${used} of ${limit}`
  return (
    <section class="usage" aria-label={title}>
      <div class="row spread">
        <h3>{title}</h3>
        <span>
          <b>{said}</b> <small>{resets}</small>
        </span>
      </div>
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={said}>
        <rect class="track" width="100" height="6" />
        <rect class={share >= 1 ? 'full' : 'part'} width={100 * share} height="6" />
      </svg>
      {limit !== null && (
        <div class="row">
          <ActionButton action="set_usage" args={set(limit)} label={`Fill ${title}`}>
            Fill
          </ActionButton>
          <ActionButton
            action="set_usage"
            args={set(limit - 3)}

            label={`Leave 3 of ${title}`}
          >
            Leave 3
          </ActionButton>
          <ActionButton action="set_usage" args={set(0)} label={`Empty ${title}`}>
            Empty
          </ActionButton>
        </div>
      )}
    </section>
  )
}
