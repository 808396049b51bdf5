import { OutcomeMark } from '../../components/outcome-mark.tsx'
import { operations } from '../../../contract/operations.ts'
import { operationLabel } from '../../../words/operations.ts'
import { account } from '../../state/account.ts'

/** The answer that the next call of each operation would get, and the reason, before anybody makes it. */
export function NextCall() {
  const { next_call: next } = account.value!
  return (
    <section class="card next" aria-labelledby="next-call">
      <h2 id="next-call">Response to the next call</h2>
      <dl>
        {operations.map((operation) => {
          const { status, outcome, why, retry_after: wait } = next[operation]
          return (
            <div key={operation}>
              <dt>{operationLabel(operation)}</dt>
              <dd>
                <OutcomeMark status={status} outcome={outcome} wait={wait} />
                <p>{why}</p>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
