import { rules, type billings, type Plan } from '../rules.ts'
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

type Start = {
  account?: BillingFields | undefined
  usage?: { daily?: number | undefined } | undefined
  limits?: { daily?: number | 'off' | undefined } | undefined
  timeline?: readonly { do: string }[] | undefined
}

/** Returns the contradictions between the start of a scenario and the document, as issues of its fields. */
export function impossibleStart({ account = {}, usage, limits, timeline = [] }: Start) {
  const issues = impossibleIn(account).map((issue) => ({
    ...issue,
    path: ['account', ...issue.path],
  }))
  const most = Math.max(rules.daily.pro, limits?.daily === 'off' ? Infinity : (limits?.daily ?? 0))
  if ((usage?.daily ?? 0) > most) {
    issues.push({ path: ['usage', 'daily'], message: `must be at most ${most}: ${dailyCap}` })
  }
  const first = timeline.findIndex((step) => changesPlan.has(step.do))
  if (isPaid(account) && timeline[first]?.do === 'start_trial') {
    issues.push({
      path: ['timeline', first, 'do'],
      message: `must not be start_trial: the account is on ${account.plan ?? 'plus'} already`,
    })
  }
  return issues
}

const dailyCap = `the daily cap is ${rules.daily.plus} on Plus and ${rules.daily.pro} on Pro`

/** The actions that start or may end a plan. */
const changesPlan = new Set([
  'start_trial',
  'cancel_subscription',
  'set_account',
  'load_scenario',
  'reset',
])

/** Has the account a plan that has not ended? The usual start is Plus, paid. */
function isPaid({ plan, billing }: BillingFields): boolean {
  return plan !== 'free' && billing !== 'canceled'
}
