/**
 * A choice: a place where the API document is silent or contradicts itself, what the sandbox does
 * there, and what the real service might do instead.
 */
export type ChoiceRow = {
  question: string
  /** The place in the document where the answer is missing. */
  source: string
  default: ChoiceValue
  /** The meaning of the default, in words. */
  means: string
  alternatives: readonly Alternative[]
  /** Further values that the choice accepts, in words and as a test. */
  also?: { what: string; accepts: (value: ChoiceValue) => boolean }
}

export type ChoiceValue = string | number | boolean

/** Tiers are our judgement, not evidence: L likely, P possible. */
type Alternative = { value: ChoiceValue; tier: 'L' | 'P' }
