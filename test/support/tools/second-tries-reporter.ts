import type { Reporter, TestModule } from 'vitest/node'

/** Names at the end of a run the tests that passed only at their second try (`--retry`), which would say nothing otherwise. */
export class SecondTriesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const late = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
        .map((test) => `  ${module.relativeModuleId} > ${test.fullName}`),
    )
    if (late.length === 0) return
    process.stdout.write(`Passed only at the second try:\n${late.join('\n')}\n\n`)
  }
}
