import { useState } from 'preact/hooks'
import { ToldLine } from '../../../components/told-line.tsx'
import { problemOf, readCount } from '../../../components/form/field-input.ts'
import { TextField } from '../../../components/form/field.tsx'
import { Form } from '../../../components/form/form.tsx'
import { toNumber } from '../../../../text/numbers.ts'
import { toDistance } from '../../../../words/times.ts'
import { accountNow } from '../../../state/account-clock.ts'
import { account } from '../../../state/store.ts'
import { perform } from '../../../state/perform.ts'

/** The used part of each limit, and the time at which the count is back to 0. */
export function LimitsTab() {
  const { usage, clock } = account.value!
  const { burst, daily, forwards } = usage
  const distance = (at: string) => toDistance(Math.max(0, Date.parse(at) - accountNow.value))
  const passed = accountNow.value - Date.parse(clock.now)
  const minuteLeft = Math.max(0, Math.ceil((burst.resets_in ?? 0) - passed / 1_000))
  return (
    <>
      <Limit
        title="Requests this minute"
        counter="burst"
        {...burst}
        isCounted={burst.limit !== null}
        resets={
          burst.limit === null
            ? 'Not counted without a limit'
            : burst.resets_in === null
              ? 'begins with the next request'
              : `new minute in ${minuteLeft} s`
        }
      />
      <Limit
        title="Aliases created today"
        counter="daily"
        {...daily}
        resets={`new day ${distance(daily.resets_at)}`}
      />
      <Limit
        title="Messages this month"
        counter="forwards"
        {...forwards}
        resets={`new month ${distance(forwards.resets_at)}`}
      />
      <ToldLine place="limits" />
    </>
  )
}

type UsedAmount = { used: number; limit: number | null }

type LimitProps = UsedAmount & {
  title: string
  /** The name of the counter in `set_usage`. */
  counter: 'burst' | 'daily' | 'forwards'
  /** Whether it is counted what is used; true if undefined. */
  isCounted?: boolean
  resets: string
}

/** A bar to drag, and a number to type. */
function Limit({ title, counter, used, limit, isCounted = true, resets }: LimitProps) {
  const setting = { title, counter, used }
  return (
    <section class="usage" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <small>{resets}</small>
      </header>
      {limit === null ? <span /> : <Bar {...setting} limit={limit} />}
      {isCounted ? <SetUsed {...setting} limit={limit} /> : <span>No limit</span>}
    </section>
  )
}

type SettingProps = Pick<LimitProps, 'title' | 'counter' | 'used'>

/** The used amount, as a bar that can be dragged; nothing is sent before it is let go. */
function Bar({ title, counter, used, limit }: SettingProps & { limit: number }) {
  const [dragged, setDragged] = useState<number | null>(null)
  const value = dragged ?? Math.min(used, limit)
  return (
    <input
      type="range"
      class={value >= limit ? 'full' : ''}
      aria-label={`Used of ${title.toLowerCase()}`}
      max={limit}
      value={value}
      onInput={({ currentTarget }) => setDragged(Number(currentTarget.value))}
      onChange={({ currentTarget }) => {
        const count = Number(currentTarget.value)
        void perform('limits', 'set_usage', { [counter]: count }).then(() => setDragged(null))
      }}
    />
  )
}

const MAX_USED = 1_000_000

/** The used amount, as a number up to the limit; Enter sets it. */
function SetUsed({ title, counter, used, limit }: SettingProps & UsedAmount) {
  const [entered, setEntered] = useState<string | null>(null)
  const text = entered ?? toNumber(used)
  const read = readCount(text, 0, limit ?? MAX_USED)
  const set = () => {
    if ('problem' in read) return
    void perform('limits', 'set_usage', { [counter]: read.value }).then(() => setEntered(null))
  }
  return (
    <Form class="" isChecked onSubmit={set} onFocusOut={() => setEntered(null)}>
      <TextField
        label={`Used ${title.toLowerCase()}`}
        isLabelHidden
        inputMode="numeric"
        value={text}
        problem={entered === null ? undefined : problemOf(read)}
        onInput={setEntered}
      >
        <span>{limit === null ? 'no limit' : `of ${toNumber(limit)}`}</span>
      </TextField>
    </Form>
  )
}
