/** Command lines that texts name, and the call of a tool that an agent makes in their place. */
const calls: readonly (readonly [commandLine: RegExp, call: string])[] = [
  [/see: alias-sandbox scenarios\b/g, 'call docs with "words": "shipped scenarios"'],
  [/list them with: alias-sandbox choices\b/g, 'call docs with "words": "choices"'],
  [/see: alias-sandbox trigger --list/g, 'call act without an action to list them'],
  [/see: alias-sandbox trigger (\w+) --list/g, 'call act with "action": "$1" and "list": true'],
  [/see: alias-sandbox docs\b/g, 'call docs without words for the list of pages'],
  [/start a sandbox with: npx alias-sandbox \(.*?\)/g, 'call start with a scenario'],
  [/raise --time/g, 'give check more "time"'],
  [
    /Again: alias-sandbox explore --repeat '(\{[^'\n]+\})' .*/g,
    'Again: call check with "mode": "explore" and as "scenario" the text $1',
  ],
  [/\n *Again: alias-sandbox .*/g, ''],
  // Options that only the command line has.
  [/, or variables that --env sets, such as --env API_URL=\{url\} --env API_KEY=\{key\}/g, ''],
  [/; --allow-no-calls accepts that/g, ''],
  [/; --expect-output can check it/g, ''],
]

/** Replaces command lines, which an agent cannot run, with calls of its tools. */
export function toAgentHints(text: string): string {
  return calls.reduce((told, [commandLine, call]) => told.replace(commandLine, call), text)
}
