import { burstStories } from './burst.ts'
import { liftedBurstStories } from './burst-lifted.ts'
import { dailyStories } from './daily.ts'
import { forbiddenStories } from './forbidden.ts'
import { libraryStories } from './libraries.ts'
import { outageStories } from './outage.ts'
import { pagingStories } from './paging.ts'
import { refusalStories } from './refusals.ts'
import { requestStories } from './requests.ts'
import type { ScriptedClient } from './scripted-client.ts'

/** All stories of the corpus. */
export const stories: readonly ScriptedClient[] = [
  ...burstStories,
  ...liftedBurstStories,
  ...outageStories,
  ...dailyStories,
  ...forbiddenStories,
  ...refusalStories,
  ...pagingStories,
  ...requestStories,
  ...libraryStories,
]
