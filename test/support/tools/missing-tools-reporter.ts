import type { Reporter, TestModule } from 'vitest/node'

/** Prints one line at the end of a run: how many tests were skipped, the missing tools, and how to run the tests. */
export class MissingToolsReporter implements Reporter {
  readonly #hint: string | undefined

  /** `hint`: text to add to the line. */
  constructor(hint?: string) {
    this.#hint = hint
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const sentences = [describeSkipped(modules.flatMap(missingToolsOf)), this.#hint]
    const line = sentences.filter((sentence) => sentence !== undefined).join(' ')
    if (line !== '') process.stdout.write(`${line}\n\n`)
  }
}

/** For each skipped test of a file, the missing tools. */
function missingToolsOf(module: TestModule): (readonly string[])[] {
  return [...module.children.allTests('skipped')].flatMap((test) => {
    const { missingTools = [] } = test.meta()
    return missingTools.length > 0 ? [missingTools] : []
  })
}

function describeSkipped(skipped: readonly (readonly string[])[]): string | undefined {
  if (skipped.length === 0) return undefined
  const counts = new Map<string, number>()
  for (const tool of skipped.flat()) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  const tools = [...counts].toSorted().map(([tool, count]) => `${tool} (${count})`)
  const tests = skipped.length === 1 ? '1 test was' : `${skipped.length} tests were`
  return `${tests} skipped, because this machine has no ${tools.join(', ')}. To run them, install what is missing (CONTRIBUTING.md, "Tools").`
}
