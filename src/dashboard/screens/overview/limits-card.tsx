import { useState } from 'preact/hooks'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField } from '../../components/form/field.tsx'
import { problemOf, readCount } from '../../components/form/entered.ts'
import { toNumber } from '../../../words/numbers.ts'
import { toDistance } from '../../../words/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { perform } from '../../state/perform.ts'

/** How much of each limit is used, and when it is empty again. */
export function LimitsCard() {
  const { usage, clock } = account.value!
  const { burst, daily, forwards } = usage
  const distance = (at: string) => toDistance(Math.max(0, Date.parse(at) - accountNow.value))
  const passed = accountNow.value - Date.parse(clock.now)
  const minuteLeft = Math.max(0, Math.ceil((burst.resets_in ?? 0) - passed / 1_000))
  return (
    <section class="card" aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <Limit
        title="Calls this minute"
        counter="burst"
        {...burst}
        isCounted={burst.limit !== null}
        resets={
          burst.limit === null
            ? 'Calls are not counted without a limit'
            : burst.resets_in === null
              ? 'A minute begins with the next call'
              : `A new minute begins in ${minuteLeft} s`
        }
      />
      <Limit
        title="Aliases created today"
        counter="daily"
        {...daily}
        resets={`A new day begins ${distance(daily.resets_at)} (00:00 UTC)`}
      />
      <Limit
        title="Messages this month"
        counter="forwards"
        {...forwards}
        resets={`A new month begins ${distance(forwards.resets_at)}`}
      />
    </section>
  )
}

type LimitProps = {
  title: string
  /** The name of the counter in `set_usage`. */
  counter: 'burst' | 'daily' | 'forwards'
  used: number
  limit: number | null
  /** Whether it is counted what is used; true if undefined. */
  isCounted?: boolean
  resets: string
}

function Limit({ title, counter, used, limit, isCounted = true, resets }: LimitProps) {
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit)
  const said = isCounted
    ? `${toNumber(used)}${limit === null ? ', no limit' : ` of ${toNumber(limit)}`}`
    : 'No limit'
  const button = (words: string, label: string, count: number, refused?: string) => (
    <ActionButton
      action="set_usage"
      args={{ [counter]: count }}
      label={`${label} ${title}`}
      refused={refused}
    >
      {words}
    </ActionButton>
  )
  return (
    <section class="usage" aria-label={title}>
      <div class="row spread">
        <h3>{title}</h3>
        <b>{said}</b>
      </div>
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={said}>
        <rect class="track" width="100" height="6" />
        <rect class={share >= 1 ? 'full' : 'part'} width={100 * share} height="6" />
      </svg>
      <small>{resets}</small>
      <div class="row">
        {limit !== null && button('Fill', 'Fill', limit)}
        {limit !== null &&
          button(
            'Leave 3',
            'Leave 3 of',
            Math.max(0, limit - 3),
            limit < 3 ? tooFew(limit) : undefined,
          )}
        {button('Empty', 'Empty', 0)}
        <SetUsed title={title} counter={counter} used={used} limit={limit} />
      </div>
    </section>
  )
}

function tooFew(limit: number): string {
  return `The limit is ${limit}, so 3 cannot be left.`
}

const MAX_USED = 1_000_000

/** Sets how much is used to any number up to the limit. */
function SetUsed({ title, counter, used, limit }: Omit<LimitProps, 'resets'>) {
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const read = readCount(text, 0, limit ?? MAX_USED)
  const set = () => {
    setTried(true)
    if ('problem' in read) return
    setTried(false)
    void perform('set_usage', { [counter]: read.value })
  }
  return (
    <form
      class="row set-used"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        set()
      }}
    >
      <TextField
        label={`Used ${title.toLowerCase()}`}
        isLabelHidden
        mode="numeric"
        placeholder={toNumber(used)}
        value={text}
        problem={isTried || text !== '' ? problemOf(read) : undefined}
        onInput={setText}
      >
        <button type="submit" aria-label={`Set ${title}`}>
          Set
        </button>
      </TextField>
    </form>
  )
}
