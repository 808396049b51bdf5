import type { Finding } from '../finding.ts'

/** What a finding that does not show in each repeat of its story is worth: a note. */
export function unsteadyWords({ problem: { title, key }, repeats, reproduced }: Finding): string {
  const seen = `One run seemed to show that it ${title} (${key})`
  if (repeats === 0) return `${seen}; there was no time to repeat it, so it does not count.`
  const often = reproduced === 0 ? 'none' : `${reproduced}`
  return `${seen}; ${often} of ${repeats} repeats of its story did, so it does not count.`
}
