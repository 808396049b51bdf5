import { useEffect, useState } from 'preact/hooks'
import { account } from '../state/account.ts'
import { message, type Message, type Offer } from '../state/message.ts'
import { route } from '../state/route.ts'
import { onKeys, UNDO } from '../state/shortcuts.ts'
import { isSlow } from '../state/under-way.ts'
import { isEarlier } from '../state/travel/message-age.ts'
import { question } from '../state/travel/question.ts'
import { lastAction, NOTHING_TO_UNDO, undo } from '../state/travel/undo.ts'
import { areCodesShown, showCodes } from './code.tsx'
import { lazy } from './lazy.tsx'

const GoBackDialog = lazy(
  async () => (await import('./frame/go-back-dialog.tsx')).GoBackDialog,
  () => null,
)

/**
 * The line below every screen: what the last action changed, or why it failed. It has a place of its
 * own, so that it covers nothing, and stays until the next message.
 */
export function MessageBar() {
  const visible = message.value?.account === route.value.account ? message.value : null
  const [isWhole, setWhole] = useState(false)
  useEffect(() => setWhole(false), [visible])
  const offer = isStanding(visible?.offer) ? visible?.offer : undefined
  return (
    <footer class={`message-bar ${isWhole ? 'is-whole' : ''}`} aria-label="Last action">
      {offer && (
        <button
          type="button"
          class="bring-back"
          aria-label={`${offer.label}: ${offer.name}`}
          title={`${offer.label}: ${offer.name}`}
          onClick={offer.run}
        >
          {offer.label}
        </button>
      )}
      <p class={`message ${visible?.kind ?? ''}`}>
        {visible && isEarlier.value && !isSlow.value && <small>Earlier: </small>}
        <span role={visible?.kind === 'error' ? 'alert' : 'status'}>
          {visible?.kind === 'error' && !isSlow.value && <b>Failed: </b>}
          {textOf(visible)}
        </span>
      </p>
      {visible?.kind === 'error' && (
        <button type="button" onClick={() => (message.value = null)}>
          Close
        </button>
      )}
      <button
        type="button"
        class="whole-message"
        aria-label="Whole message, and what Undo takes back"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? '×' : '…'}
      </button>
      <Undo />
      <CodesButton />
      <ShortcutsButton />
      {question.value && <GoBackDialog />}
    </footer>
  )
}

function isStanding(offer: Offer | undefined): boolean {
  return offer !== undefined && offer.after === (account.value?.last_action?.id ?? null)
}

function textOf(visible: Message | null): string | undefined {
  if (isSlow.value) return 'Working …'
  return visible?.isReplaced ? replacedText() : visible?.text
}

/** Explains that a message no longer holds, because somebody else has done or undone something. */
function replacedText(): string {
  const last = lastAction.value
  const undoable = last ? `Undo now takes back “${last.name}”.` : NOTHING_TO_UNDO
  return `This account was changed from elsewhere since. ${undoable}`
}

/** As wide as it always is, so that what is under the pointer stays Undo. */
function Undo() {
  useEffect(() => onKeys({ [UNDO]: () => undo() }), [])
  const last = lastAction.value
  if (!last) {
    return (
      <button
        type="button"
        class="undo"
        aria-disabled="true"
        aria-describedby="why-no-undo"
        title={NOTHING_TO_UNDO}
        onClick={() => undo()}
      >
        Undo
        <span id="why-no-undo" hidden>
          {NOTHING_TO_UNDO}
        </span>
      </button>
    )
  }
  return (
    <button
      type="button"
      class="undo"
      aria-label={`Undo: ${last.name}`}
      title={`Undo: ${last.name}`}
      onClick={() => undo()}
    >
      <span class="two-lines">
        Undo
        <span class="what">
          : <bdi>{last.name}</bdi>
        </span>
      </span>
    </button>
  )
}

/** Shows what developers call things, beside the plain words. */
function CodesButton() {
  return (
    <button
      type="button"
      class="wide-only"
      aria-pressed={areCodesShown.value}
      title="Show what the API calls things"
      onClick={() => showCodes(!areCodesShown.value)}
    >
      Codes
    </button>
  )
}

const Shortcuts = lazy(
  async () => (await import('./frame/shortcuts-dialog.tsx')).Shortcuts,
  () => null,
)

/** Opens the list of all shortcuts, as `?` does. */
function ShortcutsButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onKeys({ '?': () => setOpen(true) }), [])
  return (
    <>
      <button
        type="button"
        class="wide-only"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      {isOpen && <Shortcuts onClose={() => setOpen(false)} />}
    </>
  )
}
