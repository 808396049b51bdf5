import { ActionButton } from '../../components/action-button.tsx'
import { CallList } from '../../components/call-list.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { OutcomeMark } from '../../components/outcome-mark.tsx'
import { toDistance } from '../../labels/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { linkTo } from '../../state/route.ts'
import { calls } from '../../state/story.ts'
import { BillingCard } from './billing-card.tsx'
import { BreakIt } from './break-it.tsx'
import { OutcomeStrip } from './outcome-strip.tsx'
import { UsageBar } from './usage-bar.tsx'

/** The response to the next call, the limits, the latest calls, the connection, billing and faults. */
export function OverviewScreen() {
  return (
    <div class="columns">
      <div class="column">
        <NextCall />
        <Limits />
        <section class="card" aria-labelledby="live-calls">
          <div class="row spread">
            <h2 id="live-calls">Calls</h2>
            <a href={linkTo({ screen: 'story' })}>Whole story</a>
          </div>
          <OutcomeStrip />
          <CallList calls={calls.value.slice(0, 8)} />
        </section>
      </div>
      <div class="column">
        <Connect />
        <BillingCard />
        <BreakIt />
      </div>
    </div>
  )
}

const operations = { create: 'Create an alias', list: 'List aliases' } as const

function NextCall() {
  const { next_call: next } = account.value!
  return (
    <section class="card next" aria-labelledby="next-call">
      <h2 id="next-call">Response to the next call</h2>
      <dl>
        {(['create', 'list'] as const).map((operation) => {
          const { status, outcome, why } = next[operation]
          return (
            <div key={operation}>
              <dt>{operations[operation]}</dt>
              <dd>
                <OutcomeMark status={status} outcome={outcome} />
                <p>{why}</p>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function Limits() {
  const { burst, daily, forwards } = account.value!.usage
  const until = (at: string) => `resets ${toDistance(Date.parse(at) - accountNow.value)}`
  return (
    <section class="card" aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <UsageBar
        title="Calls this minute"
        counter="burst"
        used={burst.used}
        limit={burst.limit}
        resets={
          burst.resets_in === null ? 'starts with the next call' : `resets in ${burst.resets_in} s`
        }
      />
      <UsageBar
        title="Aliases created today"
        counter="daily"
        used={daily.used}
        limit={daily.limit}
        resets={until(daily.resets_at)}
      />
      <UsageBar
        title="Messages this month"
        counter="forwards"
        used={forwards.used}
        limit={forwards.limit}
        resets={until(forwards.resets_at)}
      />
    </section>
  )
}

function Connect() {
  const { api_key: key, key_status: status } = account.value!
  const { origin } = location
  return (
    <section class="card" aria-labelledby="connect">
      <h2 id="connect">Connect your client</h2>
      <dl class="pairs">
        <dt>Base URL</dt>
        <dd>
          <code>{origin}</code> <CopyButton text={() => origin}>Copy URL</CopyButton>
        </dd>
        <dt>API key</dt>
        <dd>
          <code>{key}</code> <CopyButton text={() => key}>Copy key</CopyButton>
          {status !== 'active' && <p class="hint">The first key of this account is {status}.</p>}
        </dd>
      </dl>
      <div class="row">
        <ActionButton action="rotate_key">Rotate key</ActionButton>
        <ActionButton action="revoke_key">Revoke key</ActionButton>
      </div>
    </section>
  )
}
