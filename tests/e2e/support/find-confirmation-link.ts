import { expect, type Page } from '@playwright/test'

/** Opens the newest mail to an address in the outbox and reads the confirmation link in it. */
export async function findConfirmationLink(editor: Page, email: string): Promise<string> {
  await editor.getByRole('link', { name: 'Outbox' }).first().click()
  const mails = editor.getByRole('link', { name: email })
  // The mail is sent by a job, shortly after the response.
  await expect(async () => {
    await editor.getByRole('button', { name: 'Refresh' }).click()
    await expect(mails.first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await mails.first().click()
  const mail = editor.frameLocator('iframe')
  const href = await mail.locator('a[href*="confirm-subscription"]').first().getAttribute('href')
  if (!href) throw new Error('The mail has no confirmation link')
  return href
}
