import { rm } from 'node:fs/promises'
import { launchOptions } from '../../tests/support/chromium.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median, startSite } from '../support/site.ts'

const PORT = 43_204
const DEBUG_PORT = 43_205
const ROUNDS = 3
const PAGES = {
  home: '/',
  article: '/article/why-small-models-keep-getting-better',
  category: '/tech?lang=de',
}

/** Lighthouse's mobile audit of three pages, in the Chromium of the end-to-end tests. */
const { default: lighthouse } = await import('lighthouse')
const { chromium } = await import('@playwright/test')
const dataDir = createTemporaryFolder('bench-lighthouse')
const site = await startSite({ dataDir, port: PORT })
const options = await launchOptions()
const browser = await chromium.launch({
  ...options,
  args: [...(options.args ?? []), `--remote-debugging-port=${DEBUG_PORT}`],
})

for (const [name, path] of Object.entries(PAGES)) {
  const url = `http://127.0.0.1:${PORT}${path}`
  await lighthouse(url, { port: DEBUG_PORT, logLevel: 'error' })
  const scores = new Map<string, number[]>()
  let failed: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const result = await lighthouse(url, { port: DEBUG_PORT, logLevel: 'error' })
    if (!result) throw new Error(`Lighthouse has no result for ${url}`)
    for (const [id, category] of Object.entries(result.lhr.categories)) {
      scores.set(id, [...(scores.get(id) ?? []), Math.round((category.score ?? 0) * 100)])
    }
    failed = Object.values(result.lhr.audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map((audit) => `${audit.id} ${audit.displayValue ?? ''}`.trim())
  }
  console.log(`${name}: ${[...scores].map(([id, values]) => `${id} ${median(values)}`).join(', ')}`)
  if (failed.length > 0) console.log(`  below 90 in the last round: ${failed.join('; ')}`)
}

await browser.close()
await site.stop()
await rm(dataDir, { recursive: true, force: true })
