import { batch } from '@preact/signals'
import { showDone } from '../message.ts'
import { together } from '../perform.ts'
import { forget } from '../story.ts'
import { question } from '../travel/question.ts'

/** Whether two events come from different runs: every run of a sandbox counts its entries from 1 again. */
export function isAnotherRun(idBefore: string, id: string): boolean {
  return idBefore !== '' && runOf(idBefore) !== runOf(id)
}

/** An event id is that of the run and a number, joined by a hyphen. */
function runOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}

/** Drops what the page knows of a sandbox that is gone: the ids of its entries mean others now. */
export function forgetSandbox(): void {
  batch(() => {
    forget()
    together.value = null
    question.value = null
    showDone('The sandbox was started again. Its story begins anew.')
  })
}
