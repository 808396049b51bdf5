import { batch, effect } from '@preact/signals'
import { account, isUnknown } from './account.ts'
import { token } from './client.ts'
import { refreshAll } from './perform.ts'
import { route } from './route.ts'
import { forget } from './story.ts'

/** Loads the account in the URL, now and whenever it changes. */
export function watchRoute(): void {
  let opened: string | undefined
  effect(() => {
    const { run, account: name } = route.value
    const key = `${run} ${name} ${token.value}`
    if (key === opened) return
    opened = key
    batch(() => {
      account.value = null
      isUnknown.value = false
      forget()
    })
    void refreshAll()
  })
}
