import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { anIssue, ISSUE_PATH } from '../support/newsletter.ts'
import { openScreen } from '../support/open-screen.tsx'
import { press } from '../support/press.ts'

test('without what converts it, the content is edited as source', async () => {
  await cdp().send('Network.enable')
  await cdp().send('Network.setBlockedURLs', { urls: ['*written-content*'] })
  const { tables } = await openScreen(ISSUE_PATH, {
    tables: anIssue({}, [{ content: '<p>By hand</p>' }]),
    functions: { 'check-newsletter': { findings: [] } },
  })
  await expect.element(page.getByRole('tab', { name: 'Source' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText(/^The text view could not be loaded/)).toBeVisible()
  const source = page.getByRole('textbox', { name: 'Content' })
  await expect.poll(() => getComputedStyle(source.element()).fontFamily).toMatch(/mono/i)
  await press(source, '{Control>}{End}{/Control}<p>More</p>')
  await expect.poll(() => tables.newsletter_editions?.[0]?.content).toBe('<p>By hand</p><p>More</p>')
})
