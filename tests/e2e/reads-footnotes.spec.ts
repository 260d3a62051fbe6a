import type { Page } from '@playwright/test'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { expect } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const FILLER =
  'The harbour office reads its own logs before anybody else does, and says what it finds. '.repeat(20)
const CONTENT = `${FILLER}

The tide turned at noon,[^log] and the boats waited.[^pilot] Nobody had read the log.[^log]

> They wait for nobody.[^pilot]

${FILLER}

| Port | Boats |
|---|---|
| North[^log] | 12 |

${FILLER}

[^log]: The *log* of the harbour, [page 12](https://example.org/log).

    It was read in May.

[^pilot]: As told by the pilot.
`

/** The distance of an element from the top of the window. */
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)

test('a reader goes to a footnote and back by keyboard', async ({ page, publication }) => {
  const original = await addArticle(publication.service, anArticle({ content: CONTENT }))
  const german = await addArticle(publication.service, aTranslation(original, 'de', { content: CONTENT }))
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/article/${german.slug}?lang=de`)
  const notes = page.getByRole('region', { name: 'Fußnoten' })
  await expect(notes.getByRole('listitem')).toHaveCount(2)
  const reference = page.locator('#fnref-2')
  await expect(reference).toHaveAccessibleDescription('Fußnoten')

  await reference.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?lang=de#fn-2$/)
  await expect(page.locator('#fn-2')).toBeInViewport()
  // The keyboard continues in the footnote.
  await page.keyboard.press('Tab')
  await expect(notes.getByRole('link', { name: 'Zurück zur Stelle 2', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(notes.getByRole('link', { name: 'Zurück zur Stelle 2-2' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?lang=de#fnref-2$/)
  await expect(reference).toBeInViewport()
  // Below the header, which stays.
  await expect.poll(() => topOf(page, '#fnref-2')).toBeGreaterThan(64)

  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})
