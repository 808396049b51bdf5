import { OutcomeMark } from '../../components/outcome-mark.tsx'
import { operationLabel } from '../../../words/operations.ts'
import { account } from '../../state/account.ts'

/** What the next call of each operation gets, and why, before anybody makes it. */
export function NextCall() {
  const { next_call: next } = account.value!
  return (
    <section class="card next" aria-labelledby="next-call">
      <h2 id="next-call">Response to the next call</h2>
      <dl>
        {(['create', 'list'] as const).map((operation) => {
          const { status, outcome, why } = next[operation]
          return (
            <div key={operation}>
              <dt>{operationLabel(operation)}</dt>
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
