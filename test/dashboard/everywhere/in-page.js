// Functions that run in the page.

/** Lists the mistakes in the geometry of the page, in words. */
export function layoutFindings() {
  const findings = []
  const width = document.documentElement.clientWidth
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const isCut = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return true
    }
    return false
  }
  const scrollWidth = document.documentElement.scrollWidth
  if (scrollWidth > innerWidth) findings.push(`the page is ${scrollWidth} px wide`)
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    !element.matches('.skip, .unseen, .unseen *')
  for (const element of document.body.querySelectorAll('*')) {
    const { left, right } = element.getBoundingClientRect()
    if (!isSeen(element) || (left >= -1 && right <= width + 1) || isCut(element)) continue
    findings.push(`${nameOf(element)} reaches from ${left} to ${right}`)
  }
  const isInText = (element) =>
    element.matches('a') &&
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim()
  // A finger needs more room than a pointer.
  const TOUCH = innerWidth < 1000 ? 40 : 24
  for (const element of document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )) {
    if (!isSeen(element) || isInText(element)) continue
    const pressed = element.matches('[type=checkbox], [type=radio]')
      ? (element.closest('label') ?? element)
      : element
    const box = pressed.getBoundingClientRect()
    if (box.height < TOUCH - 0.5) findings.push(`${nameOf(element)} is ${box.height} px high`)
    if (box.width < TOUCH - 0.5) findings.push(`${nameOf(element)} is ${box.width} px wide`)
  }
  return findings
}

/** Lists the elements that are covered by something while they have the focus, in words. */
export function focusFindings() {
  const findings = []
  const controls = document.querySelectorAll(
    'main a[href], main button, main input, main select, main textarea, main summary, main [tabindex="0"]',
  )
  for (const element of controls) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    element.focus()
    if (document.activeElement !== element) continue
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width <= 1) continue
    const y = top + Math.min(height, innerHeight) / 2
    const above = document.elementFromPoint(left + width / 2, y)
    const isFree =
      above !== null &&
      (element.contains(above) || above.contains(element) || above.closest('label') !== null)
    const text = (element.textContent ?? '').trim().slice(0, 40)
    if (!isFree) findings.push(`${element.tagName} “${text}” lies under ${above?.className}`)
  }
  scrollTo(0, 0)
  return findings
}

/** Where Tab leads back up, in words: it goes down each column, and then to the right; what floats has no place. */
export function orderFindings() {
  scrollTo(0, 0)
  const findings = []
  const controls = [
    ...document.querySelectorAll(
      'main a[href], main button, main input, main select, main textarea, main summary, main [tabindex="0"]',
    ),
  ]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => getComputedStyle(element).position !== 'fixed')
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1)
  for (const [index, { element, box }] of controls.slice(1).entries()) {
    const { element: last, box: before } = controls[index]
    const isAbove = box.bottom <= before.top
    const isRight = box.left >= before.right
    const nameOf = ({ tagName, textContent }) =>
      `${tagName} “${(textContent ?? '').trim().slice(0, 40)}”`
    if (isAbove && !isRight) findings.push(`Tab goes up from ${nameOf(last)} to ${nameOf(element)}`)
  }
  return findings
}
