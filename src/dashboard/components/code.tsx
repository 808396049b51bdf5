import { signal } from '@preact/signals'
import { keep, recall } from '../state/browser/stored.ts'

const STORED = 'alias-sandbox-codes'

/** Whether developers see what the API and the control API call things. */
export const areCodesShown = signal(recall(STORED) === 'on')

export function showCodes(isOn: boolean): void {
  areCodesShown.value = isOn
  keep(STORED, isOn ? 'on' : 'off')
}

/** The technical name behind plain words, for users who have switched these names on. */
export function Code({ children }: { children: string }) {
  return areCodesShown.value && children !== '' ? (
    <>
      {' '}
      <small class="identifier">{children}</small>
    </>
  ) : null
}
