import type { ComponentType } from 'preact'
import { Popup } from '../../../components/popup.tsx'
import { isReadOnly, READ_ONLY } from '../../../state/host.ts'
import {
  isSheetOpen,
  openPanel,
  panelTab,
  panelTabs,
  type PanelTab,
} from '../../../state/open-tab.ts'
import { isWide } from '../wide.ts'
import { AliasesTab } from './aliases/aliases-tab.tsx'
import { BreakTab } from './break/break-tab.tsx'
import { ClockTab } from './clock-tab.tsx'
import { LimitsTab } from './limits-tab.tsx'
import { PlanTab } from './plan-tab.tsx'
import { SendTab } from './send-tab.tsx'

const views: Record<PanelTab, ComponentType> = {
  send: SendTab,
  break: BreakTab,
  plan: PlanTab,
  clock: ClockTab,
  limits: LimitsTab,
  aliases: AliasesTab,
}
const names = Object.keys(panelTabs) as PanelTab[]

const TITLE = 'Change the account'

/** The actions on the account: beside the history, or a sheet behind a button where there is no room. */
export function Panel() {
  if (isWide.value) {
    return (
      <aside class="panel" aria-label={TITLE}>
        <Tabs />
      </aside>
    )
  }
  return (
    <>
      <button type="button" class="open-sheet" onClick={() => openPanel(panelTab.value)}>
        Send, break or change something
      </button>
      {isSheetOpen.value && (
        <Popup title={TITLE} isSheet onClose={() => (isSheetOpen.value = false)}>
          <Tabs />
        </Popup>
      )}
    </>
  )
}

function Tabs() {
  const tab = panelTab.value
  const View = views[tab]
  return (
    <>
      <div class="tabs" role="tablist" aria-label={TITLE} onKeyDown={turn}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls="tab-panel"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => (panelTab.value = name)}
          >
            {panelTabs[name]}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {isReadOnly.value && <p class="hint">{READ_ONLY}</p>}
        {/* The aliases can be searched and copied. */}
        <fieldset disabled={isReadOnly.value && tab !== 'aliases'}>
          <View />
        </fieldset>
      </div>
    </>
  )
}

/** The arrow keys lead from tab to tab. */
function turn({ key }: KeyboardEvent): void {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const at = names.indexOf(panelTab.value) + step + names.length
  panelTab.value = names[at % names.length]!
  requestAnimationFrame(() => document.getElementById(`tab-${panelTab.value}`)?.focus())
}
