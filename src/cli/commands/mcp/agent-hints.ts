/** Command lines that errors name, and the call of a tool that an agent makes in their place. */
const calls: readonly (readonly [commandLine: RegExp, call: string])[] = [
  [/see: alias-sandbox scenarios\b/g, 'call docs with "words": "shipped scenarios"'],
  [/list them with: alias-sandbox choices\b/g, 'call docs with "words": "choices"'],
  [/see: alias-sandbox trigger --list/g, 'call act without an action to list them'],
  [/see: alias-sandbox trigger (\w+) --list/g, 'call act with "action": "$1" and "list": true'],
  [/see: alias-sandbox docs\b/g, 'call docs without words for the list of pages'],
  [/start a sandbox with: npx alias-sandbox \(.*?\)/g, 'call start with a scenario'],
]

/** Replaces the command lines of an error, which an agent cannot run, with calls of its tools. */
export function toAgentHints(text: string): string {
  return calls.reduce((told, [commandLine, call]) => told.replace(commandLine, call), text)
}
