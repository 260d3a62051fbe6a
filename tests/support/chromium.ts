import type { LaunchOptions } from '@playwright/test'

/**
 * The arguments that come with `@sparticuz/chromium` are meant for a sandbox with one process. Tests use the ordinary process model
 * with site isolation, like a reader's browser, and no software rendering of graphics, which takes a fifth of the time.
 */
const UNWANTED =
  /^--(single-process|no-zygote|headless|disable-web-security|allow-running-insecure-content|in-process-gpu|use-gl|use-angle|ignore-gpu|enable-unsafe-swiftshader)/

/**
 * A real Chromium without a system package: on Linux x64 the one inside `@sparticuz/chromium`, elsewhere an installed
 * Chrome, or whatever CHROME_PATH names.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const { default: chromium } = await import('@sparticuz/chromium')
  const args = chromium.args.filter((argument) => !UNWANTED.test(argument))
  return {
    executablePath: await chromium.executablePath(),
    args: [
      ...args,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
