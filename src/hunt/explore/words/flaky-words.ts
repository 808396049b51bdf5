import type { Finding } from '../finding.ts'
import { tellScenario } from './tell-scenario.ts'

/**
 * Writes a note on a finding that does not show in each repeat of its scenario. A finding that nobody has repeated may be
 * a problem, so its note has the scenario.
 */
export function flakyWords(finding: Finding): string {
  const { problem, repeats, reproduced } = finding
  const { title, key } = problem
  const seen = `One run seemed to show that it ${title} (${key})`
  if (repeats === 0) {
    return `${seen}; there was no time to repeat it, so it does not count yet. The scenario: ${tellScenario(finding).join(' ')}`
  }
  const often = reproduced === 0 ? 'none' : `${reproduced}`
  return `${seen}; ${often} of ${repeats} repeats of its scenario did, so it does not count.`
}
