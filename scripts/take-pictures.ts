import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { EDITOR, startSite } from '../bench/support/site.ts'
import { launchOptions } from '../tests/support/chromium.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

/** `node scripts/take-pictures.ts`: takes the pictures of the README, which are in docs/images, from the demo newsroom. */
const PORT = 43_209
const IMAGES = join(import.meta.dirname, '../docs/images')

const PICTURES = [
  { name: 'home', path: '/', width: 1280, height: 860 },
  {
    name: 'article',
    path: '/article/reading-a-model-card-like-an-engineer',
    width: 1280,
    height: 1100,
  },
  { name: 'home-phone-dark', path: '/', width: 390, height: 844, scale: 1.5, dark: true },
  { name: 'dashboard', path: '/admin/dashboard', width: 1280, height: 860 },
]

const dataDir = createTemporaryFolder('pictures')
const site = await startSite({ dataDir, port: PORT })
const browser = await chromium.launch(await launchOptions())

for (const { name, path, width, height, scale = 1, dark = false } of PICTURES) {
  const page = await browser.newPage({
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  if (path.startsWith('/admin')) {
    await page.goto('/admin')
    await page.getByLabel('Email').fill(EDITOR.email)
    await page.getByLabel('Password').fill(EDITOR.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(path)
  }
  // Also after the login, because a page load has no toast about it.
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(join(IMAGES, `${name}.webp`))
  await page.close()
}

await browser.close()
await site.stop()
await rm(dataDir, { recursive: true, force: true })
