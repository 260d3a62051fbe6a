import { rm } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { launchOptions } from '../../tests/support/chromium.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { EDITOR, publishableKey, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_216
const ORIGIN = `http://127.0.0.1:${PORT}`
const DESKS = 10
const CHANGES = 21
/** A pause between two changes, so that each is measured alone. */
const PAUSE_MS = 700
const TITLE = 'Measured change'

/** How long a change takes until ten desks show it, each a page of a real browser with a session of its own. */
const dataDir = createTemporaryFolder('bench-live')
const site = await startSite({ dataDir, port: PORT })
const browser = await chromium.launch(await launchOptions())

/** The desks that show a change, by its number. */
const shown = new Map<number, { desk: number; at: number }[]>()
const watching = new Set<() => void>()
for (let desk = 0; desk < DESKS; desk += 1) await openDesk(desk)

const token = await signInAsEditor(ORIGIN)
const writer = createClient(ORIGIN, await publishableKey(ORIGIN), {
  auth: { persistSession: false, autoRefreshToken: false },
  accessToken: async () => token,
})
const { data: newest } = await writer
  .from('articles')
  .select('id')
  .is('original_article_id', null)
  .order('publish_date', { ascending: false })
  .limit(1)
  .single()
  .throwOnError()

const first: number[] = []
const last: number[] = []
const heard: number[] = []
for (let change = 0; change < CHANGES; change += 1) {
  const started = performance.timeOrigin + performance.now()
  await writer
    .from('articles')
    .update({ title: `${TITLE} ${change}` })
    .eq('id', newest.id)
    .throwOnError()
  heard.push(performance.timeOrigin + performance.now() - started)
  await until(() => shown.get(change)?.length === DESKS)
  const times = (shown.get(change) ?? []).map(({ at }) => at - started)
  // The first change finds the pages and the server cold.
  if (change > 0) {
    first.push(Math.min(...times))
    last.push(Math.max(...times))
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
console.log(
  `${DESKS} desks: the first shows the change after ${describe(first)}, the last after ${describe(last)}`,
)
console.log(`the request that makes it: ${describe(heard.slice(1))}`)

await browser.close()
await site.stop()
await rm(dataDir, { recursive: true, force: true })

/** Opens the dashboard in a browser profile of its own, and notes when it shows a change. */
async function openDesk(desk: number): Promise<void> {
  const page = await (await browser.newContext({ baseURL: ORIGIN })).newPage()
  await page.exposeFunction('noteChange', (change: number, at: number) => {
    shown.set(change, [...(shown.get(change) ?? []), { desk, at }])
    for (const check of watching) check()
  })
  await page.goto('/admin?next=/admin/dashboard')
  await page.getByLabel('Email').fill(EDITOR.email)
  await page.getByLabel('Password').fill(EDITOR.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Recent Articles' }).waitFor()
  await page.evaluate((title) => {
    let latest = -1
    new MutationObserver(() => {
      const found = [...document.querySelectorAll('h3')].find((heading) =>
        heading.textContent?.startsWith(title),
      )
      const change = Number(found?.textContent?.slice(title.length) ?? -1)
      if (change <= latest) return
      latest = change
      const at = performance.timeOrigin + performance.now()
      ;(window as unknown as { noteChange(change: number, at: number): void }).noteChange(change, at)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, TITLE)
}

function until(isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isTrue()) return
      watching.delete(check)
      resolve()
    }
    watching.add(check)
    check()
  })
}

function describe(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  return `${at(0.5)} ms (median; p95 ${at(0.95)}, longest ${(sorted.at(-1) ?? 0).toFixed(0)})`
}
