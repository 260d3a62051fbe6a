import { expectForm, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const titleOf = (page: Page) => page.getByLabel('Title', { exact: true })

test('the address of a form opens a translation, a draft and a moved article by the slug alone', async ({
  page,
  publication: { service },
}) => {
  const original = await storeArticle(service)
  await storeArticle(service, {
    slug: 'chips-aus-wien',
    language: 'de',
    title: 'Chips aus Wien',
    original_article_id: original.id,
    published: false,
  })
  const moved = await storeArticle(service, { slug: 'old-address', title: 'It has moved' })
  await service
    .from('articles')
    .update({ slug: 'new-address', published: false })
    .eq('id', moved.id)
    .throwOnError()
  await signIn(page, DESK_ADMIN)

  await page.goto('/admin/articles/edit/chips-aus-wien#translations')
  await expect(page).toHaveURL('/admin/articles/edit/chips-aus-wien?lang=de#translations')
  await expect(titleOf(page)).toHaveValue('Chips aus Wien')
  // The back button leads on, not into the address that was left.
  await page.goto('/admin/articles')
  await page.goto('/admin/articles/edit/old-address')
  await expect(page).toHaveURL('/admin/articles/edit/new-address')
  await expect(titleOf(page)).toHaveValue('It has moved')
  await page.goBack()
  await expect(page).toHaveURL('/admin/articles')

  // A language that was asked for is opened, or it is said that there is none.
  await page.goto('/admin/articles/edit/chips-from-vienna?lang=de')
  await expect(page).toHaveURL('/admin/articles/edit/chips-aus-wien?lang=de')
  await expect(titleOf(page)).toHaveValue('Chips aus Wien')
  await page.goto('/admin/articles/edit/chips-from-vienna?lang=it')
  await expectToast(page, 'This article is in English')
  await expect(page).toHaveURL('/admin/articles/edit/chips-from-vienna')
  await expect(titleOf(page)).toHaveValue('Chips from Vienna')

  for (const path of [
    'no-such-article',
    'no-such-article?lang=de',
    '%2e%2e%2fdrafts',
    'a%00b',
    'CHIPS-FROM-VIENNA?lang=%22%3E',
  ]) {
    await page.goto(`/admin/articles/edit/${path}`)
    await expect(page.getByRole('heading', { name: 'Article not found' }), path).toBeVisible()
    await expect(page.getByText('The article you are looking for does not exist.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Articles' })).toHaveAttribute(
      'href',
      '/admin/articles',
    )
  }
})

test('a slug that several languages have asks which article is meant', async ({
  page,
  publication: { service },
}) => {
  const original = await storeArticle(service, { slug: 'vienna' })
  await storeArticle(service, {
    slug: 'chips',
    language: 'de',
    title: 'Chips aus Wien',
    original_article_id: original.id,
  })
  const other = await storeArticle(service, { slug: 'crisps', title: 'Crisps' })
  await storeArticle(service, {
    slug: 'chips',
    language: 'fr',
    title: '',
    original_article_id: other.id,
    published: false,
  })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/chips')
  await expect(page.getByRole('heading', { name: 'Which article?' })).toBeVisible()
  const choices = page.getByRole('main').getByRole('listitem')
  await expect(choices).toHaveCount(2)
  await expect(choices.filter({ hasText: 'French' })).toContainText('Draft')
  await expect(choices.filter({ hasText: 'German' })).toContainText('Published')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Untitled' }).click()
  await expect(page).toHaveURL('/admin/articles/edit/chips?lang=fr')
  await expectForm(page)
  await page.goBack()
  await page.getByRole('link', { name: 'Chips aus Wien' }).click()
  await expect(titleOf(page)).toHaveValue('Chips aus Wien')
})

test('an article that is deleted elsewhere stays open, and is not replaced by one of another language', async ({
  page,
  publication: { service },
}) => {
  const original = await storeArticle(service)
  const german = await storeArticle(service, {
    language: 'de',
    title: 'Chips aus Wien',
    original_article_id: original.id,
  })
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${german.slug}?lang=de`)
  await titleOf(page).fill('Chips, die aus Wien kommen')
  // The page asks what else the address may mean.
  const asked = page.waitForResponse(/\/rest\/v1\/slug_redirects\?/)
  await service.from('articles').delete().eq('id', german.id).throwOnError()
  await (await asked).finished()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog', { name: 'Somebody has deleted this article' })).toBeVisible()
  await expect(titleOf(page)).toHaveValue('Chips, die aus Wien kommen')
})

test('strangers are sent to the sign-in, and are not told whether there is a draft', async ({
  page,
  request,
  publication: { service },
}) => {
  await storeArticle(service, { slug: 'secret-plan', title: 'The secret plan', published: false })
  const pages = []
  for (const slug of ['secret-plan', 'no-such-plan']) {
    const response = await request.get(`/admin/articles/edit/${slug}`)
    pages.push([response.status(), (await response.text()).replaceAll(slug, '')])
    await page.goto(`/admin/articles/edit/${slug}`)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('The secret plan')).toHaveCount(0)
  }
  expect(pages[0]).toEqual(pages[1])
})
