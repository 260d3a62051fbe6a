import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { EDITOR, startSite } from '../bench/support/site.ts'
import { launchOptions } from '../tests/support/chromium.ts'
import { freePort } from '../tests/support/free-port.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

interface Picture {
  name: string
  path: string
  width: number
  height: number
  scale?: number
  dark?: boolean
}

/** The pictures of the README, which are in docs/images. */
export const PICTURES: readonly Picture[] = [
  { name: 'home', path: '/', width: 1280, height: 860 },
  { name: 'article', path: '/article/reading-a-model-card-like-an-engineer', width: 1280, height: 1100 },
  { name: 'home-phone-dark', path: '/', width: 390, height: 844, scale: 1.5, dark: true },
  { name: 'dashboard', path: '/admin/dashboard', width: 1280, height: 860 },
]

export const fileOf = (name: string): string => join(import.meta.dirname, '../docs/images', `${name}.webp`)

/** `npm run pictures`: takes the pictures of the README again. */
if (import.meta.main) {
  for (const [name, png] of await takePictures()) await sharp(png).webp({ quality: 82 }).toFile(fileOf(name))
}

/**
 * Takes all pictures of a new site with the demo newsroom, and returns them as PNG by their names. A page that is still loading is taken again
 * until `isComplete` accepts its picture, or for 30 seconds.
 */
export async function takePictures(
  isComplete: (name: string, png: Buffer) => Promise<boolean> = async () => true,
): Promise<Map<string, Buffer>> {
  const dataDir = createTemporaryFolder('pictures')
  const port = await freePort()
  const site = await startSite({ dataDir, port })
  const browser = await chromium.launch(await launchOptions())
  try {
    const taken = new Map<string, Buffer>()
    for (const picture of PICTURES)
      taken.set(picture.name, await takePicture(browser, `http://127.0.0.1:${port}`, picture, isComplete))
    return taken
  } finally {
    await browser.close()
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function takePicture(
  browser: Browser,
  baseURL: string,
  { name, path, width, height, scale = 1, dark = false }: Picture,
  isComplete: (name: string, png: Buffer) => Promise<boolean>,
): Promise<Buffer> {
  const page = await browser.newPage({
    baseURL,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  if (path.startsWith('/admin')) {
    await page.goto('/admin?next=/admin/dashboard')
    await page.getByLabel('Email').fill(EDITOR.email)
    await page.getByLabel('Password').fill(EDITOR.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(path)
  }
  // Also after the login, because a page load has no toast about it.
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(async () => {
    await document.fonts.ready
    const inSight = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(inSight.map((image) => image.decode().catch(() => {})))
    const placeholders = [...document.querySelectorAll('.animate-breathe')]
    return (
      document.querySelector('h1') !== null &&
      !placeholders.some((placeholder) => placeholder.checkVisibility()) &&
      inSight.every((image) => image.complete)
    )
  })
  const end = Date.now() + 30_000
  let png: Buffer
  do {
    await page.evaluate(showOneDate)
    png = await page.screenshot()
  } while (!(await isComplete(name, png)) && Date.now() < end)
  await page.close()
  return png
}

/** The demo has dates of the last days; with one date, a picture is the same tomorrow. Runs in the page. */
function showOneDate(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode } = texts
    currentNode.nodeValue = (currentNode.nodeValue ?? '')
      .replace(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?=[A-Z])/, 'Monday, ')
      .replace(
        /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/,
        'October 12, 2026',
      )
  }
}
