import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { contentOf, expectForm, readArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Before you publish' })

test('Create Article says that it publishes at once, does so, and leads to what readers see', async ({
  page,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await expect(page.getByText('“Create Article” publishes at once.')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('The harbour opens')
  await page.getByLabel('Excerpt').fill('After ten years.')
  await contentOf(page).fill('They began at dawn.')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expectToast(page, 'Article created successfully!')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'View on the site' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'The harbour opens' })).toBeVisible()
})

test('a draft is published from the panel with Enter, with its finished translation and without the one that is behind', async ({
  page,
  publication: { service },
}) => {
  const draft = await addArticle(service, anArticle({ slug: 'draft', published: false }))
  const german = await addArticle(service, aTranslation(draft, 'de', { published: false }))
  const french = await addArticle(service, aTranslation(draft, 'fr', { published: false }))
  await service
    .from('article_translations')
    .insert({
      translation_id: french.id,
      original_id: draft.id,
      language: 'fr',
      stale_since: new Date().toISOString(),
    } as never)
    .throwOnError()
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/draft')
  await expectForm(page)
  const main = page.getByRole('button', { name: 'Publish', exact: true })
  await main.click()
  const panel = panelOf(page)
  await expect(panel.getByText('German goes along')).toBeVisible()
  await expect(panel.getByText('French is behind its original, and stays a draft')).toBeVisible()
  await expect(panel.getByLabel('Now')).toBeChecked()
  expect(await findAccessibilityProblems(page), 'the panel').toEqual([])
  await page.keyboard.press('Escape')
  await expect(main).toBeFocused()
  expect(await readArticle(service, 'draft')).toMatchObject({ published: false })

  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Publish', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Published')
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(service, 'draft')).toMatchObject({ published: true })
  expect(await readArticle(service, german.slug)).toMatchObject({ published: true })
  expect(await readArticle(service, french.slug)).toMatchObject({ published: false })
})

test('nothing in the panel moves while the check and the translations arrive', async ({
  page,
  publication: { service },
}) => {
  await addArticle(service, anArticle({ slug: 'live' }))
  const translations = Promise.withResolvers<void>()
  await page.route('**/rpc/list_story_versions', async (route) => {
    await translations.promise
    await route.continue()
  })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/live')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('Live now')
  await page.getByRole('button', { name: 'Publish options' }).click()
  const panel = panelOf(page)
  await expect(panel.getByText('Still checking...')).toBeVisible()
  const summary = panel.getByText('Card and shared link')
  const before = await summary.boundingBox()
  translations.resolve()
  await expect(panel.getByText('There are no translations')).toBeVisible()
  await expect(panel.getByText('Still checking...')).toHaveCount(0)
  expect(await summary.boundingBox()).toEqual(before)
})

test('what a shared link says is written in the panel, shown there, checked, and in the head of the page', async ({
  page,
  publication: { service },
}) => {
  const live = await addArticle(service, anArticle({ slug: 'live', title: 'Live now' }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/live')
  await expectForm(page)
  await page.getByRole('button', { name: 'Publish options' }).click()
  const panel = panelOf(page)
  await panel.getByText('Card and shared link').click()
  const title = panel.getByRole('textbox', { name: 'Title of the shared link' })
  const link = panel.getByRole('figure').filter({ hasText: 'A shared link' })
  await expect(link).toContainText('Live now')
  await title.fill('x'.repeat(71))
  await expect(panel.getByText('has more than 70 characters. Networks')).toBeVisible()
  // It stays open when that has been put right.
  await title.fill('What the harbour means for you')
  await expect(panel.getByText('Nothing was found.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Description of the shared link' }).fill('Ten years in one page.')
  await expect(link).toContainText('What the harbour means for you')
  await expect(panel.getByText('has more than 70 characters')).toHaveCount(0)
  expect(await findAccessibilityProblems(page), 'the shared link').toEqual([])
  await panel.getByRole('button', { name: 'Update', exact: true }).click()
  await expectToast(page, 'Article updated successfully!')
  expect(await readArticle(service, live.slug)).toMatchObject({
    social_title: 'What the harbour means for you',
    social_description: 'Ten years in one page.',
  })
  await page.goto('/article/live')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
    'content',
    'What the harbour means for you',
  )
  await expect(page.getByText('What the harbour means for you')).toHaveCount(0)
})
