import { expect, test } from '@playwright/test'
import { createSandbox } from 'alias-sandbox/fetch'
import { routeAliases } from 'alias-sandbox/playwright'

/** Your page stands here. */
const html = `<button>New alias</button> <output></output>
  <script>
    document.querySelector('button').onclick = async () => {
      const headers = { authorization: 'Bearer sandbox_default' }
      const request = { method: 'POST', headers }
      const told = await fetch('https://api.example.com/v1/aliases', request).then(
        async (response) => (await response.json()).code ?? response.status,
        () => 'Try again',
      )
      document.querySelector('output').textContent = told
    }
  </script>`

test('a page tells what went wrong, and works again', async ({ page }) => {
  const sandbox = createSandbox({ scenario: 'past_due' })
  await routeAliases(page, sandbox, 'https://api.example.com')
  await page.route('https://shop.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  )
  await page.goto('https://shop.example/')
  const create = () => page.getByRole('button').click()
  const told = page.getByRole('status')

  await create()
  await expect(told).toHaveText('plan_past_due')
  await sandbox.defaultAccount.do('settle_invoice')
  await sandbox.defaultAccount.fail('drop_before')
  await create()
  await expect(told).toHaveText('Try again')
  await create()
  await expect(told).toHaveText('200')
  await sandbox.close()
})
