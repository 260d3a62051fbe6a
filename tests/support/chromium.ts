import { mkdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
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
    executablePath: await extractForUser(() => chromium.executablePath()),
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

/** The package extracts its browser into TMPDIR. Each user needs a folder there, because other users may not run the extracted file. */
async function extractForUser<T>(extract: () => Promise<T>): Promise<T> {
  const { TMPDIR } = process.env
  const folder = join(tmpdir(), `ai-watch-chromium-${userInfo().uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  process.env.TMPDIR = folder
  try {
    return await extract()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
