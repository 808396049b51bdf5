import { signal } from '@preact/signals'

const STORED = 'alias-sandbox-codes'

/** Whether developers see what the API and the control API call things. */
export const areCodesShown = signal(localStorage.getItem(STORED) === 'on')

export function showCodes(isOn: boolean): void {
  areCodesShown.value = isOn
  localStorage.setItem(STORED, isOn ? 'on' : 'off')
}

/** What developers call the thing whose plain words stand before it, for those who switched that on. */
export function Code({ children }: { children: string }) {
  return areCodesShown.value && children !== '' ? (
    <>
      {' '}
      <small class="identifier">{children}</small>
    </>
  ) : null
}
