import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../tests/support/chromium.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { EDITOR, median, startSite } from '../support/site.ts'
import { describeKeys, timeKeys } from './time-keys.ts'

const PORT = 43_206
const ROUNDS = 7
const WORDS = 20_000
const KEYS = 60
const PLACES = [0.05, 0.5, 0.95]
const PAGES = ['/admin/articles/new', '/admin/articles/edit/why-small-models-keep-getting-better']
/** With 60 frames a second a key waits up to 17 ms for the next one; without a limit it takes what it costs. */
const FRAME_RATES = [
  { name: '60 frames a second', flags: [] },
  { name: 'as many frames as possible', flags: ['--disable-frame-rate-limit', '--disable-gpu-vsync'] },
]

/** How long the editor takes to open, and how long keys take in a long article, beside plain fields in the same browser. */
const dataDir = createTemporaryFolder('bench-editor')
const site = await startSite({ dataDir, port: PORT })
const origin = `http://127.0.0.1:${PORT}`
const text = longText()

for (const { name, flags } of FRAME_RATES) {
  const page = await signIn(flags)
  if (flags.length === 0) for (const path of PAGES) await measureOpening(page, path)
  console.log(`keys in ${WORDS.toLocaleString('en')} words, with ${name} (load ${load()}):`)
  await measureEditor(page)
  await measurePlainFields(page)
  await page.context().browser()?.close()
}
await site.stop()
await rm(dataDir, { recursive: true, force: true })

async function signIn(flags: string[]): Promise<Page> {
  const options = await launchOptions()
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...flags] })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${origin}/admin?next=/admin/dashboard`)
  await page.getByLabel('Email').fill(EDITOR.email)
  await page.getByLabel('Password').fill(EDITOR.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/admin/dashboard')
  return page
}

async function measureOpening(page: Page, path: string): Promise<void> {
  const opening: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // What an article before it did on leaving is not part of it.
    await page.goto('about:blank')
    await page.goto(`${origin}${path}`, { waitUntil: 'commit' })
    await page.locator('.cm-content[contenteditable=true]').waitFor()
    opening.push(await page.evaluate(() => performance.now()))
  }
  const all = opening.map((ms) => ms.toFixed(0)).join(', ')
  console.log(
    `${path} takes text after ${median(opening).toFixed(0)} ms in the median (${all}; load ${load()})`,
  )
}

async function measureEditor(page: Page): Promise<void> {
  await page.goto(`${origin}/admin/articles/new`)
  await pasteText(page)
  for (const hasPreview of [false, true]) {
    if (hasPreview) {
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.locator('section .prose > *').last().waitFor({ state: 'attached' })
    }
    for (const place of PLACES) {
      await putCursor(page, place)
      const times = await timeKeys(page, KEYS)
      console.log(`  preview ${hasPreview ? 'on ' : 'off'}, at ${place * 100} %: ${describeKeys(times)}`)
    }
  }
}

async function measurePlainFields(page: Page): Promise<void> {
  for (const [name, content] of [
    ['a plain field with the same text', text],
    ['an empty plain field', ''],
  ] as const) {
    await page.setContent('<textarea rows="20" cols="80"></textarea>')
    await page.locator('textarea').fill(content)
    await page.locator('textarea').evaluate((field: HTMLTextAreaElement) => {
      field.focus()
      field.setSelectionRange(field.value.length / 2, field.value.length / 2)
    })
    console.log(`  ${name}: ${describeKeys(await timeKeys(page, KEYS))}`)
  }
}

async function pasteText(page: Page): Promise<void> {
  await page.locator('.cm-content').click()
  await page.locator('.cm-content').evaluate((element, content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** By the keyboard, as people do: the page's own way to a place in the text is not part of the product. */
async function putCursor(page: Page, place: number): Promise<void> {
  await page.locator('.cm-scroller').evaluate((scroller, share) => {
    scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight)
  }, place)
  const box = await page.locator('.cm-scroller').boundingBox()
  if (!box) throw new Error('The editor is not shown')
  await page.mouse.click(box.x + 200, box.y + box.height / 2)
  await page.keyboard.press('End')
}

function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1)
}

function longText(): string {
  const sentence =
    'Small models keep getting **better** because their makers look at [data](/article/data) first.'
  const paragraph = Array.from({ length: 6 }, () => sentence).join(' ')
  const part = (n: number) =>
    `## Part ${n}\n\n${paragraph}\n\n- one *item*\n- another\n\n| Year | Sum |\n| ---- | --- |\n| 2026 | ${n}   |\n\n> ${sentence}\n\n`
  const perPart = part(0).split(/\s+/).length
  return Array.from({ length: Math.ceil(WORDS / perPart) }, (_, n) => part(n)).join('')
}
