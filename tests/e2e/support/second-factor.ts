import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'

/** An authenticator app. Because a code works once, each call returns the code of a later time step. */
export interface AuthenticatorApp {
  nextCode(): string
}

/** Sets up a second factor on the account page, which is open. */
export async function setUpSecondFactor(
  page: Page,
): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up an authenticator' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = await page.getByText('Or type this key into the app:').locator('+ p').innerText()
  const app = createApp(secret.replaceAll(' ', ''))
  await page.getByLabel('Code', { exact: true }).fill(app.nextCode())
  await page.getByRole('button', { name: 'Verify and turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const recoveryCodes = await page.locator('ul.font-mono li').allInnerTexts()
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /I have kept these codes/ }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 of 10 are left.')).toBeVisible()
  return { app, recoveryCodes }
}

const STEP_MS = 30_000

function createApp(secret: string): AuthenticatorApp {
  const totp = new TOTP({ secret })
  let used = 0
  return {
    nextCode() {
      const step = Math.max(used + 1, Math.floor(Date.now() / STEP_MS))
      used = step
      return totp.generate({ timestamp: step * STEP_MS })
    },
  }
}
