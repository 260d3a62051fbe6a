import { insertArticles } from '#core/data/articles.ts'
import { anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an editor chooses the dense front page by keyboard, and readers see it and its blocks in their order', async ({
  page,
  publication,
}) => {
  const articles = Array.from({ length: 24 }, (_, index) =>
    anArticle({
      title: `Story ${index}`,
      category: index % 2 ? 'tech' : 'business',
      featured: index === 0,
      // In an order of their own, so that no section is among the latest whole.
      publish_date: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
    }),
  )
  await insertArticles(publication.service, articles)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/front-page')
  await page.getByRole('radio', { name: 'Standard' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dense' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Sections' }).check()
  await page.getByRole('checkbox', { name: 'Newsletter' }).check()
  await page.getByRole('button', { name: 'Move Newsletter up' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move Newsletter up' })).toBeFocused()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Settings saved successfully!')

  await page.goto('/')
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText([
    'Story 0',
    'Latest News',
    'The Sunday AI Briefing',
    'Business',
    'Technology',
  ])
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(24)
  // The blocks are hydrated: a link inside the site is followed without a new document.
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
