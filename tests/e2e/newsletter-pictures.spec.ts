import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { addNews, generate, openIssue, openNewsletter } from './support/newsletter-desk.ts'
import { expect, type Page } from './support/test.ts'

const WINDOW = { width: 1280, height: 900 }
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: WINDOW })

const preview = (page: Page) => page.frameLocator('iframe[title^="Preview of"]')

test('the first story shows its picture, and the others do where the editor wants it', async ({
  page,
  publication,
}) => {
  await addNews(publication)
  await publication.service
    .from('articles')
    .update({ hero_image: '/demo/a-family-bakery-forecasts-its-bread.webp' })
    .neq('slug', '')
    .throwOnError()
  await openNewsletter(page)
  await generate(page)
  await openIssue(page)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page).locator('img[width="528"]')).toHaveCount(1)
  await expect(preview(page).locator('img[width="132"]')).toHaveCount(0)

  const pictures = page.getByRole('checkbox', { name: 'A small picture for each story' })
  await pictures.press('Space')
  const stored = async () =>
    (await publication.service.from('newsletter_issues').select('shows_pictures, revision').single()).data
  await expect.poll(async () => (await stored())?.shows_pictures).toBe(true)
  await expect(pictures).toBeChecked()
  expect(await findAccessibilityProblems(page), 'the switch').toEqual([])
  await page.setViewportSize(WINDOW)

  await page.getByRole('button', { name: 'Refresh the preview' }).click()
  const small = preview(page).locator('img[width="132"]')
  await expect(small).toHaveCount(4)
  const isLoaded = () => small.first().evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(isLoaded).toBe(264)
  await expect(preview(page).locator('h3').first()).toBeVisible()

  // The content by hand begins with the same pictures and sections.
  await page.getByRole('button', { name: 'Edit the content yourself' }).click()
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
  await page.getByRole('button', { name: 'Refresh the preview' }).click()
  await expect(preview(page).locator('p[data-section] img[width="132"]')).toHaveCount(4)
})
