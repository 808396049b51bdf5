import { burstHistories } from './burst.ts'
import { liftedBurstHistories } from './burst-lifted.ts'
import { dailyHistories } from './daily.ts'
import { forbiddenHistories } from './forbidden.ts'
import { outageHistories } from './outage.ts'
import { pagingHistories } from './paging.ts'
import { refusalHistories } from './refusals.ts'
import { requestHistories } from './requests.ts'
import type { ScriptedClient } from './scripted-client.ts'

/** All histories of the corpus. */
export const histories: readonly ScriptedClient[] = [
  ...burstHistories,
  ...liftedBurstHistories,
  ...outageHistories,
  ...dailyHistories,
  ...forbiddenHistories,
  ...refusalHistories,
  ...pagingHistories,
  ...requestHistories,
]
