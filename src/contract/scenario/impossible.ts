import type { billings, Plan } from '../rules.ts'
import type { ValidationIssue } from '../values/validation-issue.ts'

type Billing = (typeof billings)[number]

/** States of an account that the document rules out, each with the sentence that does so. */

/** The sentences, all of `What the service does, Plans`. */
const noCard = '"Free costs $0 and needs no card"'
const oneTrial = '"Plus and Pro come with one 7-day free trial per account"'

const ruledOutOnFree: Partial<Record<Billing, string>> = {
  trialing: oneTrial,
  past_due: noCard,
  canceled: noCard,
}

type BillingFields = {
  plan?: Plan | undefined
  billing?: Billing | undefined
  trial_used?: boolean | undefined
}

/** Returns the contradictions between an account and the document, as issues of its fields. */
export function impossibleIn({
  plan,
  billing,
  trial_used: hadTrial,
}: BillingFields): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  const sentence = billing === undefined ? undefined : ruledOutOnFree[billing]
  if (plan === 'free' && sentence !== undefined) {
    issues.push({
      path: ['billing'],
      message: `must not be ${billing} with plan free: ${sentence}`,
    })
  }
  if (billing === 'trialing' && hadTrial === false) {
    issues.push({
      path: ['trial_used'],
      message: `must not be false with billing trialing: ${oneTrial}`,
    })
  }
  return issues
}
