import { addArticle, anArticle, aTranslation, PIECES } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('a deleted story goes to the trash, is looked at there, and comes back', async ({
  page,
  publication,
}) => {
  const { service } = publication
  const harbour = await addArticle(service, anArticle())
  await addArticle(service, aTranslation(harbour, 'de'))
  await addArticle(service, anArticle({ ...PIECES.bakery, published: false }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Article' })
  await expect(dialog).toContainText(
    `Are you sure you want to delete "${harbour.title}"? This action cannot be undone and will also delete any translations of this article.`,
  )
  await expect(dialog).toContainText(
    'The trash keeps deleted articles for 30 days: until then you can restore them there.',
  )
  expect(await findAccessibilityProblems(page), 'the question').toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Delete/ })).toBeFocused()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Article deleted successfully')
  await expect(page.getByRole('region', { name: 'Articles' })).toBeFocused()
  await expect(page.getByText('No published articles found.')).toBeVisible()

  await page.goto('/admin/drafts')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog', { name: 'Delete Draft' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No draft articles found.')).toBeVisible()

  await page.goto('/admin/trash')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(3)
  for (const text of ['German and English', 'by admin@example.com', '30 more days'])
    await expect(rows.nth(2)).toContainText(text)
  expect(await findAccessibilityProblems(page), 'the trash').toEqual([])
  await page.getByLabel('Search').fill('harbour')
  await expect(rows).toHaveCount(2)

  await page.getByRole('link', { name: `Look at ${harbour.title}` }).click()
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toContainText('The harbour is open.')
  await page.getByRole('tab', { name: 'German' }).click()
  await expect(page.getByRole('tabpanel')).toContainText(`${harbour.title} (de)`)
  expect(await findAccessibilityProblems(page), 'a deleted story').toEqual([])
  await page.getByRole('link', { name: 'Back to the trash' }).click()
  await expect(page.getByRole('link', { name: `Look at ${harbour.title}` })).toBeFocused()

  await page.getByRole('button', { name: `Restore ${harbour.title}` }).click()
  const restore = page.getByRole('dialog', { name: 'Restore Article' })
  await expect(restore).toContainText('What was published is published again.')
  await restore.getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, 'The article is back.')
  await expect(page.getByText('Nothing in the trash matches.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Deleted articles' })).toBeFocused()
  await page.goto('/admin/articles')
  await expect(page.getByRole('row').nth(1)).toContainText('1 translation')
})

test('a story whose slug is taken comes back under another one, from its page and as a draft', async ({
  page,
  publication,
}) => {
  const { service } = publication
  const { id } = await addArticle(service, anArticle({ slug: 'harbour' }))
  await service.from('articles').delete().eq('id', id).throwOnError()
  await addArticle(service, anArticle({ slug: 'harbour', title: 'Another harbour' }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/trash')
  await page.getByRole('link', { name: /^Look at/ }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore Article' })
  await restore.getByRole('button', { name: 'Restore' }).click()
  const slug = restore.getByLabel('Slug')
  await expect(slug).toHaveValue('harbour-2')
  await expect(slug).toHaveAccessibleDescription(/Another article has the slug "harbour" by now/)
  for (const odd of ['x'.repeat(1_000_000), '', 'Not a slug', '__proto__', '\u202eevil', '<b>', '🎉']) {
    await slug.fill(odd)
    await restore.getByRole('button', { name: 'Restore' }).click()
    await expect(slug).toHaveAccessibleDescription(/Use lowercase letters/)
  }
  expect(await findAccessibilityProblems(page), 'a slug that is not one').toEqual([])
  await slug.fill('harbour-again')
  await restore.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page).getByRole('link', { name: 'Edit it' })).toHaveAttribute(
    'href',
    '/admin/articles/edit/harbour-again',
  )
  await expectToast(page, 'The article is back. As a draft: English.')
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await expect(page).toHaveURL('/admin/trash')
  await page.goto('/admin/drafts')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('what stands in the way of a translation is explained', async ({ page, publication }) => {
  const { service } = publication
  const original = await addArticle(service, anArticle())
  const german = await addArticle(service, aTranslation(original, 'de'))
  await service.from('articles').delete().eq('id', german.id).throwOnError()
  const again = await addArticle(service, aTranslation(original, 'de', { slug: 'again' }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/trash')
  await page.getByRole('button', { name: /^Restore/ }).click()
  const restore = page.getByRole('dialog', { name: 'Restore Article' })
  await restore.getByRole('button', { name: 'Restore' }).click()
  await expect(restore).toContainText('There is a new translation by now (German).')
  await service.from('articles').delete().in('id', [original.id, again.id]).throwOnError()
  await restore.getByRole('button', { name: 'Restore' }).click()
  await expect(restore).toContainText('Restore the original first.')
  await restore.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Restore ${german.title}` })).toBeFocused()
})

test('a failed deletion says so, and the article stays', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500/)
  await addArticle(publication.service, anArticle())
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles')
  await page.route('**/rest/v1/articles?*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Failed to delete article. Please try again.')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})
