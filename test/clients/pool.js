/** Runs a limited number of jobs at a time, because more would delay each other. */
export async function runAll(jobs, atATime = 10) {
  const results = []
  const waiting = jobs.entries()
  const work = async () => {
    for (const [index, job] of waiting) results[index] = await job()
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return results
}
