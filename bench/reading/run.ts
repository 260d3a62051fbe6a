import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../tests/support/chromium.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { startSite } from '../support/site.ts'

const PORT = 23_230
const SLOWER = 6
const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }
const PAGES = { home: '/', article: '/article/why-small-models-keep-getting-better', list: '/news' }
/** A slow 4G, as Lighthouse simulates it: 1.6 Mbit/s and 150 ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
}
/** The control that a reader presses first, by a selector that both checkouts have. */
const PRESSES = {
  search: '.site-header :is(a, button)[data-scripted=search], .site-header a[href*="/search"]',
  menu: '.site-header details[data-covers-page] > summary',
  theme: '.site-header [data-scripted=theme]',
  language: '.site-header details:has([data-language]) > summary',
}

/** Measures the bytes that readers load, their processor time, and their wait, on a phone six times slower; of one or two checkouts. */
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '9' } },
})
const rounds = Math.min(50, Number(options.rounds))
const roots = [
  ...(options.against ? [{ name: 'other', root: resolve(options.against) }] : []),
  { name: 'this', root: resolve(import.meta.dirname, '../..') },
]
const browser = await chromium.launch(await launchOptions())
const sides = await Promise.all(
  roots.map(async ({ name, root }, index) => {
    const dataDir = createTemporaryFolder('bench-reading')
    const port = PORT + index
    return {
      name,
      dataDir,
      origin: `http://127.0.0.1:${port}`,
      site: await startSite({ dataDir, port, root }),
    }
  }),
)
const figures = new Map<string, Map<string, number[]>>()

for (let round = 0; round < rounds; round++) {
  for (const { name, origin } of sides) {
    for (const [page, path] of Object.entries(PAGES)) {
      for (const [what, value] of Object.entries(await loadToRest(origin + path)))
        note(name, `${page}: ${what}`, value)
    }
    for (const [what, selector] of Object.entries(PRESSES))
      note(name, `first press of ${what}, ms`, await press(origin + PAGES.article, selector))
    note(name, 'click on an article until its text is painted, fast network, ms', await follow(origin))
    note(name, 'the same on slow 4G, ms', await follow(origin, SLOW_4G))
  }
}
for (const [what, values] of figures)
  console.log(`${what}: ${sides.map(({ name }) => `${name} ${inWords(values.get(name) ?? [])}`).join(' · ')}`)
for (const { site, dataDir } of sides) {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}
await browser.close()

function note(side: string, what: string, value: number): void {
  const values = figures.get(what) ?? new Map<string, number[]>()
  values.set(side, [...(values.get(side) ?? []), value])
  figures.set(what, values)
}

/** The median, and the p95 where they are several. */
function inWords(values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1)
  return `${at(0.5)} (p95 ${at(0.95)})`
}

/** Does something with a new page of a browser that knows nothing of the site, on a slow phone. */
async function onPhone<T>(work: (page: Page, session: CDPSession) => Promise<T>): Promise<T> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    return await work(page, session)
  } finally {
    await context.close()
  }
}

/** The kilobytes of a first load as they are sent, and the milliseconds of the main thread, until nothing happens any more. */
async function loadToRest(url: string) {
  return onPhone(async (page, session) => {
    const kinds = new Map<string, string>()
    const bytes = new Map<string, number>()
    await session.send('Network.enable')
    await session.send('Performance.enable')
    session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other'
      bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    const { metrics } = await session.send('Performance.getMetrics')
    const total = [...bytes.values()].reduce((sum, some) => sum + some, 0)
    return {
      'HTML, kB': (bytes.get('Document') ?? 0) / 1000,
      'scripts, kB': (bytes.get('Script') ?? 0) / 1000,
      'everything, kB': total / 1000,
      'main thread, ms': (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000,
    }
  })
}

/** Milliseconds from the first press of something until the next paint, as the browser itself measures it (Event Timing API). */
async function press(url: string, selector: string): Promise<number> {
  return onPhone(async (page) => {
    await page.addInitScript(() => {
      const seen = { longest: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const { duration, name } of list.getEntries())
          if (/^(pointer|mouse|click|touch)/.test(name)) seen.longest = Math.max(seen.longest, duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.locator(selector).filter({ visible: true }).first().tap()
    return await page.evaluate(
      async () =>
        new Promise<number>((done) =>
          setTimeout(() => done((window as never as { seen: { longest: number } }).seen.longest), 1_000),
        ),
    )
  })
}

/** Milliseconds from the click on an article of the home page until its title is painted as the heading of a page. */
async function follow(origin: string, network?: typeof SLOW_4G): Promise<number> {
  return onPhone(async (page, session) => {
    await page.addInitScript(() => {
      addEventListener(
        'click',
        ({ timeStamp }) => sessionStorage.setItem('clicked', String(performance.timeOrigin + timeStamp)),
        true,
      )
      const look = () => {
        const isArticle = location.pathname.startsWith('/article/')
        const text = document.querySelector('main .prose p')
        if (isArticle && text && text.getClientRects().length > 0)
          requestAnimationFrame(() =>
            sessionStorage.setItem('shown', String(performance.timeOrigin + performance.now())),
          )
        else requestAnimationFrame(look)
      }
      look()
    })
    await page.goto(origin, { waitUntil: 'networkidle' })
    if (network) {
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', network)
    }
    await page.locator('main a[href^="/article/"]').first().tap({ noWaitAfter: true })
    await page.waitForFunction(() => sessionStorage.getItem('shown'), undefined, { timeout: 30_000 })
    return await page.evaluate(
      () => Number(sessionStorage.getItem('shown')) - Number(sessionStorage.getItem('clicked')),
    )
  })
}
