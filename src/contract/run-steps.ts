/** Takes all steps at once. Long work is written as steps, so that a server can do other things in between. */
export function runSteps<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
