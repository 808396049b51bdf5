import { batch, signal } from '@preact/signals'

/** The tabs of the panel beside the history. */
export const panelTabs = {
  send: 'Send',
  break: 'Break',
  plan: 'Plan',
  clock: 'Clock',
  limits: 'Limits',
  aliases: 'Aliases',
} as const
export type PanelTab = keyof typeof panelTabs

export const panelTab = signal<PanelTab>('break')
/** Whether the panel is open where it is a sheet over the page. */
export const isSheetOpen = signal(false)

/** The text that the tab of the aliases searches for. */
export const aliasSearch = signal('')

/** Shows a tab of the panel, also where that is a sheet. */
export function openPanel(tab: PanelTab): void {
  batch(() => {
    panelTab.value = tab
    isSheetOpen.value = true
  })
}
