import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { launchOptions } from '../../tests/support/chromium.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { EDITOR, median, startSite } from '../support/site.ts'

const PORT = 43_206
const ROUNDS = 5
const WORDS = 20_000
const KEYS = 120
const PLACES = [0.05, 0.5, 0.95]

/** How long the editor takes to open, and how long keys take in a long article, beside a plain field in the same browser. */
const { chromium } = await import('@playwright/test')
const dataDir = createTemporaryFolder('bench-editor')
const site = await startSite({ dataDir, port: PORT })
const origin = `http://127.0.0.1:${PORT}`
const options = await launchOptions()
const browser = await chromium.launch(options)
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
const page = await context.newPage()

await page.goto(`${origin}/admin`)
await page.getByLabel('Email').fill(EDITOR.email)
await page.getByLabel('Password').fill(EDITOR.password)
await page.getByRole('button', { name: 'Login' }).click()
await page.waitForURL('**/admin/dashboard')

const opening: number[] = []
for (let round = 0; round < ROUNDS; round++) opening.push(await timeToType(page))
console.log(
  `from navigation to a field that takes text: median ${median(opening).toFixed(0)} ms (${opening.map((ms) => ms.toFixed(0)).join(', ')})`,
)

const text = longText()
await pasteText(page, text)
console.log(`keys of 16 ms or more, by Event Timing, in an article of ${WORDS.toLocaleString('en')} words:`)
for (const hasPreview of [false, true]) {
  if (hasPreview) {
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('section .prose > *').last().waitFor({ state: 'attached' })
  }
  for (const place of PLACES) {
    await putCursor(page, Math.floor(text.length * place))
    report(`preview ${hasPreview ? 'on ' : 'off'}, at ${place * 100} %`, await typeKeys(page))
  }
}
await page.setContent('<textarea rows="20" cols="80"></textarea>')
await page.locator('textarea').fill(text)
await page.locator('textarea').evaluate((field: HTMLTextAreaElement) => {
  field.focus()
  field.setSelectionRange(field.value.length / 2, field.value.length / 2)
})
report('a plain field, alone on a page', await typeKeys(page))
await page.setContent('<textarea rows="20" cols="80"></textarea>')
await page.locator('textarea').focus()
report('an empty plain field', await typeKeys(page))

await browser.close()
await site.stop()
await rm(dataDir, { recursive: true, force: true })

async function timeToType(page: Page): Promise<number> {
  await page.goto(`${origin}/admin/articles/new`, { waitUntil: 'commit' })
  const content = page.locator('.cm-content[contenteditable=true]')
  await content.waitFor()
  return page.evaluate(() => performance.now())
}

async function pasteText(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.locator('.cm-content').evaluate((element, content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** By the keyboard, as people do: the page's own way to a place in the text is not part of the product. */
async function putCursor(page: Page, offset: number): Promise<void> {
  await page.locator('.cm-scroller').evaluate((scroller, share) => {
    scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight)
  }, offset / text.length)
  const box = await page.locator('.cm-scroller').boundingBox()
  if (!box) throw new Error('The editor is not shown')
  await page.mouse.click(box.x + 200, box.y + box.height / 2)
  await page.keyboard.press('End')
}

/** Types words with a pause after each key, and returns how long each key took until the next frame, in steps of 8 ms. */
async function typeKeys(page: Page): Promise<{ slow: number; durations: number[] }> {
  await page.evaluate(() => {
    const durations: number[] = []
    const start = performance.now()
    const observer = new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (name === 'keydown' && startTime >= start) durations.push(duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    Object.assign(window, { slowKeys: durations })
  })
  const words = 'and so the model was asked again '
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(words[key % words.length] === ' ' ? 'Space' : String(words[key % words.length]))
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  const durations = await page.evaluate(() => (window as unknown as { slowKeys: number[] }).slowKeys)
  return { slow: durations.length, durations }
}

function report(name: string, { slow, durations }: { slow: number; durations: number[] }): void {
  const longest = durations.reduce((most, ms) => Math.max(most, ms), 0)
  const over = (limit: number) => durations.filter((ms) => ms >= limit).length
  console.log(
    `  ${name}: ${((100 * slow) / KEYS).toFixed(1)} % (24 ms or more: ${over(24)}, 32 ms or more: ${over(32)} of ${KEYS}; longest ${longest || 'under 16'} ms)`,
  )
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
