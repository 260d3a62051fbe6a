import type { Page } from '@playwright/test'

/** Opens the newest mail to an address in the outbox and reads the confirmation link in it. */
export async function findConfirmationLink(editor: Page, email: string): Promise<string> {
  await editor.getByRole('link', { name: 'Outbox' }).first().click()
  await editor.getByRole('link', { name: email }).first().click()
  const mail = editor.frameLocator('iframe')
  const href = await mail.locator('a[href*="confirm-subscription"]').first().getAttribute('href')
  if (!href) throw new Error('The mail has no confirmation link')
  return href
}
