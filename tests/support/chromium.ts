import type { LaunchOptions } from '@playwright/test'

/**
 * A real Chromium without a system package: on Linux x64 the one inside `@sparticuz/chromium`, elsewhere an installed
 * Chrome, or whatever CHROME_PATH names.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const { default: chromium } = await import('@sparticuz/chromium')
  // Its own list is made for a sandbox of one process; a desktop-like browser wants the ordinary process model.
  const args = chromium.args.filter((argument) => !/^--(single-process|no-zygote|headless)/.test(argument))
  return {
    executablePath: await chromium.executablePath(),
    args: [
      ...args,
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
