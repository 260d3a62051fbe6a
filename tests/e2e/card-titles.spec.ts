import { LANGUAGE_CODES, localizedPath } from '#core/i18n/languages.ts'
import { expect, type Page, test } from './support/test.ts'

interface CardTitle {
  size: string
  lines: string
  title: string
  isCut: boolean
  tooltip: string
}

const readTitles = (page: Page): Promise<CardTitle[]> =>
  page.locator('.card-title').evaluateAll((links) =>
    links.map((link) => ({
      size: /\b(regular|large|compact)\b/.exec(link.closest('.card')?.className ?? '')?.[0] ?? '',
      lines: getComputedStyle(link).webkitLineClamp,
      title: link.textContent ?? '',
      isCut: link.scrollHeight > link.clientHeight + 2,
      tooltip: link.getAttribute('title') ?? '',
    })),
  )

/** The number of lines that a title may have on a card of this size. */
const LINES: [width: number, { regular: string; large: string; compact: string }][] = [
  [375, { regular: '3', large: '3', compact: '5' }],
  [768, { regular: '3', large: '3', compact: '3' }],
  [1024, { regular: '3', large: '3', compact: '3' }],
  [1280, { regular: '2', large: '2', compact: '2' }],
]

test('titles of cards have two lines on wide screens, are whole on others, and what is cut off can be read', async ({
  page,
}) => {
  const all = new Map<number, CardTitle[]>(LINES.map(([width]) => [width, []]))
  for (const language of LANGUAGE_CODES) {
    await page.goto(localizedPath('/news', language))
    const article = (await page.locator('.card-title').first().getAttribute('href')) ?? ''
    for (const path of [localizedPath('/', language), localizedPath('/news', language), article]) {
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      for (const [width, lines] of LINES) {
        await page.setViewportSize({ width, height: 900 })
        const titles = await readTitles(page)
        expect(titles.length).toBeGreaterThan(3)
        for (const { size, ...title } of titles)
          expect(title, `${size} at ${width}`).toMatchObject({ lines: lines[size as keyof typeof lines] })
        all.get(width)?.push(...titles)
      }
    }
  }
  for (const [width, titles] of all) {
    const cut = titles.filter(({ isCut }) => isCut)
    expect(cut.length / titles.length, `cut off at ${width}`).toBeLessThanOrEqual(width < 1280 ? 0 : 0.05)
    for (const { title, tooltip } of cut) expect(tooltip).toBe(title)
  }
  expect([...all.values()].flat().some(({ isCut }) => isCut)).toBe(true)
})
