import { insertArticles } from '#core/data/articles.ts'
import { anArticle } from '../support/articles.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { expect } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('readers see the chosen layout, with its blocks in their order', async ({ page, publication }) => {
  const articles = Array.from({ length: 24 }, (_, index) =>
    anArticle({
      title: `Story ${index}`,
      category: index % 2 ? 'tech' : 'business',
      featured: index === 0,
      // The order is mixed, so that no section is among the latest whole.
      publish_date: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
    }),
  )
  await insertArticles(publication.service, articles)
  const blocks = ['featured', 'latest', 'newsletter', 'sections']
  const value = { layout: 'dense', blocks }
  await publication.service.from('settings').insert({ key: 'front_page', value }).throwOnError()

  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(async () => {
    await page.goto('/')
    await expect(titles).toHaveText(
      ['Story 0', 'Latest News', 'The Sunday AI Briefing', 'Business', 'Technology'],
      { timeout: 1_000 },
    )
  }).toPass()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(24)
  await page
    .getByRole('region', { name: 'Latest News' })
    .getByRole('link', { name: /^Story/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/article\/story-/)
  await page.goBack()
  await expect(titles.first()).toHaveText('Story 0')
})

test('every layout is accessible in both themes, with many stories and without any', async ({
  page,
  publication,
}) => {
  const blocks = ['featured', 'latest', 'sections', 'newsletter'] as const
  for (const count of [0, 24]) {
    await insertArticles(
      publication.service,
      Array.from({ length: count }, (_, index) =>
        anArticle({ title: `Story ${index}`, featured: index === 0 }),
      ),
    )
    for (const layout of ['standard', 'dense', 'calm'] as const) {
      const value = { layout, blocks: [...blocks] }
      await publication.service.from('settings').upsert({ key: 'front_page', value }).throwOnError()
      await expect
        .poll(async () => (await page.request.get('/')).text())
        .toContain(`class="front-page front-page-${layout}"`)
      await page.goto('/')
      expect(await findAccessibilityProblems(page), `${layout} with ${count}`).toEqual([])
    }
  }
})
