import { toYamlStory } from '../scenario/to-yaml.ts'
import { commentsOf, type Written } from './written.ts'

/** A story as a scenario file. */
export function writeScenario(written: Written): string {
  const { story, account, title = `History of account ${account}` } = written
  const scenario = { title, ...story.scenario }
  return [
    ...commentsOf(written).map((line) => `# ${line}`),
    toYamlStory({ ...scenario, expect: story.steps }),
  ].join('\n')
}
