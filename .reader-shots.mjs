import { chromium } from 'playwright-core'
import { launchOptions } from './tests/support/chromium.ts'
const b = await chromium.launch(await launchOptions())
for (const theme of ['light', 'dark']) for (const w of [375, 768, 1280]) {
  const p = await (await b.newContext({ viewport: { width: w, height: 900 }, colorScheme: theme, javaScriptEnabled: w !== 768 })).newPage()
  p.on('console', m => m.type() === 'error' && console.log('CONSOLE', m.text().slice(0, 300)))
  await p.goto(process.argv[2])
  const s = p.locator('.prose label').nth(4)
  await s.scrollIntoViewIfNeeded(); await s.click()
  await p.screenshot({ path: `/tmp/readers/pop-${w}-${theme}.png` })
  await p.keyboard.press('Escape')
  await p.locator('.article-sources').scrollIntoViewIfNeeded()
  await p.screenshot({ path: `/tmp/readers/sec-${w}-${theme}.png` })
}
await b.close()
