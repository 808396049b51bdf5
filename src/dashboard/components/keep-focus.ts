const CAN_FOCUS = 'a[href], button, input, select, textarea, summary, [tabindex]'
const LISTS = 'ul, ol, tbody'
const PARTS = 'section, footer, header, main'

/** The place of the focus: the element, what it stands in, and its index in its list. */
type Focus = { element: Element; around: readonly Element[]; list: Element | null; index: number }

/**
 * Keeps the focus on the page when what has it goes away: in a list it moves to what then stands there,
 * otherwise to the part of the page that the element stood in, so that no second press does anything.
 */
export function keepFocus(): () => void {
  let held: Focus | null = null
  const hold = ({ target }: Event) => {
    if (target instanceof Element) held = heldOf(target)
  }
  const leave = ({ target }: Event) => {
    if (target instanceof Element && !target.closest(CAN_FOCUS)) held = null
  }
  const repair = () => {
    const { activeElement: now, body } = document
    if (held && (now === null || now === body) && isGone(held.element)) moveNear(held)
  }
  const changes = new MutationObserver(repair)
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
  document.addEventListener('focusin', hold)
  document.addEventListener('pointerdown', leave)
  return () => {
    changes.disconnect()
    document.removeEventListener('focusin', hold)
    document.removeEventListener('pointerdown', leave)
  }
}

function heldOf(element: Element): Focus {
  const around: Element[] = []
  for (let each = element.parentElement; each; each = each.parentElement) around.push(each)
  const list = element.closest(LISTS)
  return { element, around, list, index: list ? within(list).indexOf(element) : -1 }
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled')
}

function moveNear({ list, index, around }: Focus): void {
  const others = list?.isConnected ? within(list) : []
  const next = others[Math.min(index, others.length - 1)]
  const part = around.find((each) => each.isConnected && each.matches(PARTS))
  const target = next ?? part
  if (!(target instanceof HTMLElement)) return
  if (target === part && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: target === part })
}

function within(list: Element): readonly Element[] {
  return [...list.querySelectorAll(CAN_FOCUS)].filter((each) => !each.matches(':disabled'))
}
