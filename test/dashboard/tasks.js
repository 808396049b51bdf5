// Five tasks of somebody who tests by hand, from the first screen, with a client that is connected: what is pressed,
// and what must be read. The table has what each took at 1440 before the dashboard had three screens.
import assert from 'node:assert/strict'

export const sizes = { 1440: 900, 1024: 768, 768: 1024, 390: 844 }

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').Locator} Locator
 * @typedef {{ url: string }} Sandbox
 */

/** Does what a person does with a page, and counts it. */
class Hand {
  presses = 0
  scrolls = 0

  /** @param {Page} page */
  constructor(page) {
    this.page = page
  }

  /** A scroll is when what must be read is outside of the window, or covered. @param {Locator} target */
  async look(target) {
    const first = target.first()
    await first.waitFor()
    // The list may just be making its place for a new row.
    for (let frame = 0; frame < 5; frame += 1) if (await first.evaluate(isInSight)) return
    this.scrolls += 1
    await first.scrollIntoViewIfNeeded()
  }

  /** @param {Locator} target */
  async press(target) {
    await this.look(target)
    this.presses += 1
    await target.first().click()
  }

  /** Presses a button of the panel, which is a sheet in a small window. @param {string | RegExp} name */
  async pressInPanel(name) {
    const { page } = this
    await page.getByRole('region', { name: 'Now' }).waitFor()
    const opener = page.getByRole('button', { name: /^Send, break or change/ })
    const isSheet = await opener.isVisible()
    if (isSheet) await this.press(opener)
    await this.press(page.getByRole('button', { name }))
    if (!isSheet) return
    const sheet = page.getByRole('dialog')
    await this.press(sheet.getByRole('button', { name: 'Close' }))
    await sheet.waitFor({ state: 'detached' })
  }

  /** Reads in the history how requests were answered. @param {readonly number[]} statuses */
  async readAnswers(statuses) {
    const history = this.page.getByRole('list', { name: /^Entries/ })
    for (const status of statuses) await this.look(history.getByText(String(status)))
  }
}

/** @param {Element} element */
async function isInSight(element) {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const { x, y, width, height, bottom } = element.getBoundingClientRect()
  const at = document.elementFromPoint(x + width / 2, y + height / 2)
  const isOnTop = at !== null && (element.contains(at) || at.contains(element))
  return isOnTop && y >= 0 && bottom <= innerHeight
}

/** A client of the sandbox that creates an alias. @param {Sandbox} sandbox @param {string} label */
async function create({ url }, label) {
  const headers = { authorization: 'Bearer sandbox_default', 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ label }) }
  const response = await fetch(`${url}/v1/aliases`, init)
  return { status: response.status, body: await response.json() }
}

/** @param {Sandbox} sandbox @param {readonly number[]} statuses */
async function expectAnswers(sandbox, statuses) {
  const got = []
  for (const status of statuses) got.push((await create(sandbox, `a request for ${status}`)).status)
  assert.deepEqual(got, statuses)
}

/** @typedef {{ hand: Hand, page: Page, sandbox: Sandbox, addresses: string[] }} Scene */

/** @type {Record<string, { most: { presses: number, scrolls: number }, act: (scene: Scene) => Promise<void> }>} */
export const tasks = {
  'a collision, then success': {
    most: { presses: 4, scrolls: 0 },
    act: async ({ hand, sandbox }) => {
      await hand.pressInPanel('Next creation: 409')
      await expectAnswers(sandbox, [409, 200])
      await hand.readAnswers([409, 200])
    },
  },
  'past due, then paid': {
    most: { presses: 2, scrolls: 0 },
    act: async ({ hand, page, sandbox }) => {
      await hand.press(page.getByRole('button', { name: 'Fail the payment' }))
      await page.getByRole('button', { name: 'Settle the invoice' }).first().waitFor()
      await expectAnswers(sandbox, [403])
      await hand.readAnswers([403])
      await hand.press(page.getByRole('button', { name: 'Settle the invoice' }))
      await page.getByRole('button', { name: 'Fail the payment' }).first().waitFor()
      await expectAnswers(sandbox, [200])
      await hand.readAnswers([200])
    },
  },
  'three 503': {
    most: { presses: 3, scrolls: 0 },
    act: async ({ hand, sandbox }) => {
      await hand.pressInPanel('Next three: 503')
      await expectAnswers(sandbox, [503, 503, 503, 200])
      await hand.readAnswers([503, 200])
    },
  },
  'the code of one mail among four aliases': {
    most: { presses: 5, scrolls: 0 },
    act: async ({ hand, page, sandbox, addresses }) => {
      for (const [at, to] of addresses.entries()) {
        await deliver(sandbox, { to, subject: 'Confirm', text: `Your code is 48291${at}.` })
      }
      await hand.press(page.getByRole('link', { name: 'Inbox' }))
      const mail = page.getByRole('listitem').filter({ hasText: addresses[1] })
      await hand.press(mail.getByRole('button', { name: /^Copy 482911/ }))
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), '482911')
    },
  },
  'one file for a colleague': {
    most: { presses: 2, scrolls: 0 },
    act: async ({ hand, page }) => {
      await hand.press(page.getByRole('button', { name: 'Share' }))
      const saved = page.waitForEvent('download')
      await hand.press(page.getByRole('dialog').getByRole('button', { name: /^Page/ }))
      assert.match((await saved).suggestedFilename(), /\.html$/)
    },
  },
}

/** @param {Sandbox} sandbox @param {object} mail */
async function deliver({ url }, mail) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(mail),
  }
  const response = await fetch(`${url}/_sandbox/actions/deliver_mail`, init)
  assert.equal(response.status, 200)
}

/** The aliases that the client has made when a task begins. @param {Sandbox} sandbox */
export async function connectClient(sandbox) {
  const addresses = []
  for (const label of ['news', 'shop', 'bank', 'travel']) {
    addresses.push((await create(sandbox, label)).body.alias.address)
  }
  return addresses
}

/** Counts the presses and scrolls of a task. @param {string} name @param {Omit<Scene, 'hand'>} scene */
export async function countTask(name, scene) {
  const hand = new Hand(scene.page)
  await tasks[name].act({ ...scene, hand })
  const { presses, scrolls } = hand
  return { presses, scrolls }
}
