import type { Page } from '@playwright/test'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { expect } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const CODE = `import { readFile } from 'node:fs/promises'

// Every line of the log
export async function count(path: string): Promise<number> {
  return (await readFile(path, 'utf8')).split('\\n').length + 1 // ${'and a long comment '.repeat(5)}
}
`
const FILLER =
  'The harbour office reads its own logs before anybody else does, and says what it finds. '.repeat(12)
const CONTENT = [
  FILLER,
  '## What the log says',
  FILLER,
  `\`\`\`ts\n${CODE}\`\`\``,
  '### Größe und Maß',
  FILLER,
  'See [the end](#the-end).',
  '## A second look',
  `\`\`\`\nno language\n\`\`\``,
  `${FILLER}\n\n${FILLER}\n\n${FILLER}`,
  '## The end',
  `${FILLER}\n\n${FILLER}\n\n${FILLER}\n\n${FILLER}`,
].join('\n\n')

/** The distance of an element from the top of the window. */
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)

/** Measures the indent of the second line of a paragraph. */
const indentOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      const [, first, second] = range.getClientRects()
      if (!first || !second) throw new Error('The paragraph has no second line')
      return second.left - paragraph.getBoundingClientRect().left
    })

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('a reader finds the parts of an article, copies code and its address by keyboard, and shares it', async ({
  page,
  publication,
}) => {
  const original = await addArticle(publication.service, anArticle({ content: CONTENT }))
  const german = await addArticle(publication.service, aTranslation(original, 'de'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/article/${german.slug}?lang=de`)

  // The contents are in the margin, open.
  const contents = page.getByRole('navigation', { name: 'In diesem Artikel' })
  await expect(contents.getByRole('link')).toHaveText([
    'What the log says',
    'Größe und Maß',
    'A second look',
    'The end',
  ])
  await expect(contents.getByRole('heading', { name: 'In diesem Artikel' })).toBeVisible()
  // The paragraph is beside the large initial.
  expect(await indentOf(page, '.prose > p')).toBeGreaterThan(40)
  await contents.getByRole('link', { name: 'Größe und Maß' }).click()
  await expect(page).toHaveURL(/\?lang=de#h-gr%C3%B6%C3%9Fe-und-ma%C3%9F$/)
  await expect.poll(() => topOf(page, '#h-größe-und-maß')).toBeLessThan(240)
  expect(await topOf(page, '#h-größe-und-maß')).toBeGreaterThan(64)
  await expect(contents).toBeInViewport()
  await page.getByRole('link', { name: 'the end', exact: true }).click()
  await expect(page).toHaveURL(/#h-the-end$/)

  // The link of a heading shows itself to pointers and keyboards, and is not part of its name.
  const heading = page.getByRole('heading', { name: 'A second look', exact: true })
  const link = heading.locator('xpath=..').getByRole('link', { name: 'Link zu diesem Abschnitt' })
  await expect(link).toHaveCSS('opacity', '0')
  await heading.hover()
  await expect(link).toHaveCSS('opacity', '1')

  const block = page.locator('[data-code]').first()
  const button = block.getByRole('button', { name: 'Code kopieren' })
  await expect(block.locator('.tok-keyword').first()).toHaveText('import')
  await block.locator('pre').focus()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-copy-status]')).toHaveText('Kopiert')
  expect(await readClipboard(page)).toBe(CODE.trimEnd())
  await expect(button).toBeVisible()

  const share = page.getByRole('region', { name: 'Diesen Artikel teilen' })
  await share.getByRole('button', { name: 'Link kopieren' }).click()
  await expect(share.getByRole('button', { name: 'Kopiert' })).toBeFocused()
  const address = await readClipboard(page)
  expect(address).toBe(`${publication.url}/article/${german.slug}?lang=de`)
  const bluesky = share.getByRole('link', { name: 'Bluesky' })
  await expect(bluesky).toHaveAttribute('rel', 'noopener noreferrer')
  expect(new URL((await bluesky.getAttribute('href')) ?? '').searchParams.get('text')).toBe(
    `${german.title} ${address}`,
  )
  await expect(share.getByRole('button', { name: 'Teilen' })).toBeHidden()

  await page.mouse.move(0, 0)
  expect(await findAccessibilityProblems(page)).toEqual([])

  // On a phone the list is closed at first, and the system shares.
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: (data: ShareData) => Promise.resolve(Object.assign(window, { shared: data })),
    })
  })
  await page.setViewportSize({ width: 375, height: 800 })
  await page.reload()
  await expect(contents.getByRole('link')).toHaveCount(0)
  await contents.getByText('In diesem Artikel').last().click()
  await expect(contents.getByRole('link')).toHaveCount(4)
  await expect(share.getByRole('link', { name: 'Bluesky' })).toBeHidden()
  await share.getByRole('button', { name: 'Teilen' }).click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual({ title: german.title, url: address })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})

test('without scripts the parts of an article are found and it can be shared, and there is no button that does nothing', async ({
  browser,
  publication,
}) => {
  const { slug } = await addArticle(publication.service, anArticle({ content: CONTENT }))
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  })
  const page = await context.newPage()
  await page.goto(`${publication.url}/article/${slug}`)
  await expect(page.locator('.tok-comment').first()).toContainText('Every line of the log')
  const contents = page.getByRole('navigation', { name: 'In this article' })
  await contents.getByText('In this article').last().click()
  await contents.getByRole('link', { name: 'The end' }).click()
  await expect(page.locator('#h-the-end')).toBeInViewport()
  const share = page.getByRole('region', { name: 'Share this article' })
  await expect(share.getByRole('link')).toHaveText([
    /^By email/,
    /^Bluesky/,
    /^LinkedIn/,
    /^WhatsApp/,
    /^X/,
    /^Follow/,
  ])
  await expect(page.locator('article').getByRole('button', { name: /Copy|Share/ })).toHaveCount(0)
  for (const button of ['[data-listens]', '[data-saves]']) await expect(page.locator(button)).toBeHidden()
  await context.close()
})
