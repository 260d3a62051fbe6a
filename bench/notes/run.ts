import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { anchorAt, placeAnchors } from '#core/domain/text-anchor.ts'
import { launchOptions } from '../../tests/support/chromium.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { describeKeys, timeKeys } from '../editor/time-keys.ts'
import { EDITOR, median, startSite } from '../support/site.ts'

const PORT = Number(process.env.BENCH_PORT ?? 43_207)
const WORDS = 20_000
const NOTES = 500
const SUGGESTIONS = 200
const KEYS = 60
const ROUNDS = 3
const PLACES = [0.05, 0.5, 0.95]
const SECRET_KEY = 'sb_secret_only-for-measuring-notes-0123456789'

/** What notes and suggestions in a long text cost each key, beside the same text without any, in turns in one browser. */
const dataDir = createTemporaryFolder('bench-notes')
const site = await startSite({ dataDir, port: PORT, settings: { SUPABASE_SECRET_KEY: SECRET_KEY } })
const origin = `http://127.0.0.1:${PORT}`
const text = longText()
const anchors = Array.from({ length: NOTES + SUGGESTIONS }, (_, index) => {
  const from = text.indexOf('makers look', Math.floor((index * text.length) / (NOTES + SUGGESTIONS + 1)))
  return anchorAt(text, { from, to: from + 11 }, { field: 'content', maxQuote: 1_000 })
})
await storeArticles()
measurePlacing()

const browser = await chromium.launch(await launchOptions())
const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
await signIn(page)
const work = { bare: [] as number[], noted: [] as number[] }
for (let round = 0; round < ROUNDS; round++)
  for (const slug of ['bare', 'noted'] as const) {
    await page.goto(`${origin}/admin/articles/edit/${slug}`)
    await page.locator('.cm-content[contenteditable=true]').waitFor()
    if (slug === 'noted') await page.getByRole('tab', { name: /^Notes/ }).click()
    for (const place of PLACES) {
      await putCursor(page, place)
      const times = await timeKeys(page, KEYS)
      work[slug].push(times.workMs)
      console.log(`${slug.padEnd(5)} at ${place * 100} %: ${describeKeys(times)} (load ${load()})`)
    }
  }
const [bare, noted] = [median(work.bare), median(work.noted)]
console.log(
  `median processor time of a key: ${bare.toFixed(1)} ms without, ${noted.toFixed(1)} ms with ${NOTES} notes and ${SUGGESTIONS} suggestions: ${(noted - bare).toFixed(1)} ms more`,
)
await browser.close()
await site.stop()
await rm(dataDir, { recursive: true, force: true })

async function storeArticles(): Promise<void> {
  const service = createClient(origin, SECRET_KEY, { auth: { persistSession: false } })
  for (const slug of ['bare', 'noted']) {
    const article = {
      id: randomUUID(),
      slug,
      language: 'en',
      title: slug,
      excerpt: slug,
      content: text,
      category: 'tech',
    }
    await service.from('articles').insert(article).throwOnError()
    if (slug === 'bare') continue
    const rows = anchors.map(({ quote, length, prefix, suffix, start }, index) => ({
      id: randomUUID(),
      article_id: article.id,
      original_id: article.id,
      language: 'en',
      kind: index % 7 < 5 ? 'note' : 'suggestion',
      field: 'content',
      quote,
      quote_length: length,
      prefix,
      suffix,
      start_at: start,
      body: 'Is this so?',
      replacement: index % 7 < 5 ? null : 'makers search',
      made_by: randomUUID(),
      made_by_name: 'Ana',
    }))
    for (let at = 0; at < rows.length; at += 100)
      await service
        .from('article_notes')
        .insert(rows.slice(at, at + 100))
        .throwOnError()
  }
}

/** How long it takes to find all places again: where they were, moved, and in another text. */
function measurePlacing(): void {
  const shuffled = text.split('\n\n').toReversed().join('\n\n').replaceAll('makers', 'builders')
  for (const [name, changed] of [
    ['the same text', text],
    ['text before it', `Before it.\n\n${text}`],
    ['another text', shuffled],
  ] as const) {
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now()
      placeAnchors(changed, anchors)
      return performance.now() - begun
    })
    console.log(`${anchors.length} places found in ${name}: ${median(times).toFixed(0)} ms`)
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${origin}/admin?next=/admin/dashboard`)
  await page.getByLabel('Email').fill(EDITOR.email)
  await page.getByLabel('Password').fill(EDITOR.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${origin}/admin/dashboard`)
}

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
  const paragraph = (n: number) =>
    `Small models of ${n} keep getting **better** because their makers look at [data](/article/data) first, and ${n} others follow. In ${n} their makers look again.`
  const part = (n: number) =>
    `## Part ${n}\n\n${paragraph(n)}\n\n${paragraph(n + 1)}\n\n- one *item*\n- another\n\n`
  const perPart = part(0).split(/\s+/).length
  return Array.from({ length: Math.ceil(WORDS / perPart) }, (_, n) => part(n)).join('')
}
