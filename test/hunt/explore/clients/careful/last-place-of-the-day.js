// Two creations at the same time: it waits for both, whichever got the last place of the day.
import { makeTogether } from '../base/make-together.js'

await makeTogether(async (made) => {
  const ends = await Promise.allSettled(made)
  const failed = ends.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
})
