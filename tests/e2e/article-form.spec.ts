import { paintImage } from '../support/images.ts'
import { contentOf, expectForm, openTab, readArticle, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('an article is written, published, corrected and taken back', async ({ page, publication }) => {
  test.slow()
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles')
  await page.getByRole('link', { name: 'New article', exact: true }).first().click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(page.getByText('Readers do not see this yet.')).toBeVisible()
  await expect(page.getByLabel('Reading time')).toHaveValue('5 min read')

  // What is missing is said at the fields, and the first one gets the focus.
  await page.getByLabel('Excerpt').focus()
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Title', { exact: true })).toHaveAccessibleDescription(/A title is required/)
  await expect(page.getByLabel('Excerpt')).toHaveAccessibleDescription(/An excerpt is required/)

  await page.getByLabel('Title', { exact: true }).fill('  Crème brûlée, & 20 "robots"!  ')
  await expect(page.getByLabel('Slug')).toHaveValue('creme-brulee-20-robots')
  await page.getByLabel('Excerpt').fill('What they cook.')
  await contentOf(page).fill('Many words. '.repeat(700))
  await page.getByRole('button', { name: 'Use “7 min read”' }).click()
  await expect(page.getByLabel('Reading time')).toHaveValue('7 min read')
  await page.getByLabel('Category').selectOption('Technology')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expectToast(page, 'Article created successfully!')
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(publication.service, 'creme-brulee-20-robots')).toMatchObject({
    title: 'Crème brûlée, & 20 "robots"!',
    published: true,
    featured: false,
    category: 'tech',
    reading_time: '7 min read',
    language: 'en',
  })

  await page.goto('/admin/articles/edit/creme-brulee-20-robots')
  await expectForm(page)
  await expect(page.getByText('Readers see this text.')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Robots that cook')
  await expect(page.getByLabel('Slug')).toHaveValue('creme-brulee-20-robots')
  await expect(page.getByText('Readers see the published text, without your changes.')).toBeVisible()
  await page.getByLabel('Slug').fill('robots-that-cook')
  await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(
    /The old address \/article\/creme-brulee-20-robots will redirect/,
  )
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Article updated successfully!')
  await expect(page).toHaveURL('/admin/articles/edit/robots-that-cook')
  await expect(page.getByLabel('Slug')).toBeFocused()

  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(page).toHaveURL('/admin/drafts')
  expect(await readArticle(publication.service, 'robots-that-cook')).toMatchObject({ published: false })
})

test('a draft is saved with nothing but a title, and goes on in the same form', async ({
  page,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('Half an idea')
  await contentOf(page).fill('It begins')
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Article created successfully!')
  await expect(page).toHaveURL('/admin/articles/edit/half-an-idea')
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.type(' here')
  await expect(contentOf(page)).toHaveText(/^It begins here$/)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL('/admin/drafts')
  const draft = await readArticle(publication.service, 'half-an-idea')
  expect(draft).toMatchObject({ published: false, content: 'It begins here', excerpt: '' })

  await page.goto('/admin/articles/edit/half-an-idea')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByLabel('Excerpt')).toBeFocused()
  await page.getByLabel('Excerpt').fill('An excerpt')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Before you publish' })
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles')
  const published = await readArticle(publication.service, 'half-an-idea')
  // It is dated when it is published.
  expect(Date.parse(published?.publish_date ?? '')).toBeGreaterThan(Date.parse(draft?.created_at ?? ''))
})

test('the form names the article that has a slug while it is typed, and when another editor takes it before it is saved', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409/)
  await storeArticle(publication.service)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('Chips from Vienna')
  await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/“Chips from Vienna” has this address/)
  await page.getByLabel('Slug').fill('Not a slug')
  await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/Use lowercase letters/)
  await page.getByLabel('Slug').fill('more-chips')
  await expect(page.getByLabel('Slug')).not.toHaveAttribute('aria-invalid')
  // It was typed by hand, and follows no more.
  await page.getByLabel('Title', { exact: true }).fill('More and more chips')
  await expect(page.getByLabel('Slug')).toHaveValue('more-chips')
  await storeArticle(publication.service, { slug: 'more-chips', title: 'Quicker' })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/Another article has this address/)
  await expect(page.getByLabel('Slug')).toBeFocused()
})

test('findings are listed while an editor writes, and before publishing they can be overridden with a reason', async ({
  page,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('Half a quote')
  await page.getByLabel('Excerpt').fill('Somebody said it.')
  await contentOf(page).fill('She said [insert quote here] and left.')
  // It is checked at once, without a pause in the typing.
  await page.getByRole('button', { name: 'Create Article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Before you publish' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()

  await expect(page.getByRole('tab', { name: /^Check/ })).toHaveAccessibleName(/1 problem/)
  await openTab(page, 'Check')
  const list = page.getByRole('region', { name: 'Check before publishing' })
  await expect(list).toContainText('1 problem')
  await list.getByRole('button', { name: /^Show in the text/ }).click()
  await expect(contentOf(page)).toBeFocused()

  await page.getByRole('button', { name: 'Create Article' }).click()
  const letStand = dialog.getByRole('button', { name: /^Accept as it is/ })
  await letStand.click()
  const reason = dialog.getByLabel('Why is it fine as it is?')
  await reason.fill('Not yet')
  await page.keyboard.press('Escape')
  await expect(reason).toHaveCount(0)
  await expect(letStand).toBeFocused()
  await letStand.click()
  await reason.fill('It is the title of a play')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Nothing is open.')).toBeVisible()
  await dialog.getByText('1 finding was accepted').click()
  await expect(dialog.getByText('Reason: It is the title of a play')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Article', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(publication.service, 'half-a-quote')).toMatchObject({ published: true })
})

test('a picture of the library is put into the text with what is known of it', async ({
  page,
  publication: { service },
}) => {
  const bucket = service.storage.from('article-images')
  const image = await paintImage('png', { width: 800, height: 450, colour: 'green' })
  const { error } = await bucket.upload('articles/field.png', image, { contentType: 'image/png' })
  expect(error).toBeNull()
  const known = { alts: { en: 'A green field' } }
  await service.from('media_files').update(known).eq('name', 'articles/field.png').throwOnError()
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Image', exact: true })
  await dialog.getByRole('button', { name: 'Choose from the library' }).click()
  const library = page.getByRole('dialog', { name: 'Choose an image' })
  await page.keyboard.press('Escape')
  await expect(library).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Choose from the library' }).click()
  await library.getByRole('button', { name: /A green field/ }).click()
  await expect(dialog.getByLabel('Alt text in English')).toHaveValue('A green field')
  await dialog.getByLabel('Alt text in English').fill('')
  await dialog.getByRole('button', { name: 'Insert image' }).click()
  await expect(contentOf(page)).toContainText(
    '![](/storage/v1/object/public/article-images/articles/field.png)',
  )

  // Pages take the description from the library; a credit nobody has written.
  await openTab(page, 'Check')
  const list = page.getByRole('region', { name: 'Check before publishing' })
  await expect(list).toContainText('An image has no credit.')
  await expect(list).not.toContainText('An image has no description')
})

test('one article is featured in a language, and another takes its place only when asked', async ({
  page,
  publication,
}) => {
  const { service } = publication
  await storeArticle(service, { featured: true })
  await storeArticle(service, { slug: 'second', title: 'Second' })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/second')
  await expect(page.getByText('Featured in English now: “Chips from Vienna”')).toBeVisible()
  const toggle = page.getByRole('checkbox', { name: 'Featured article' })
  await toggle.click()
  const dialog = page.getByRole('dialog', { name: 'Replace Featured Article' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(toggle).toBeChecked()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(service, 'second')).toMatchObject({ featured: true })
  expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({ featured: false })
})

test('an original shows its translations, and a translation its original', async ({ page, publication }) => {
  const { service } = publication
  const original = await storeArticle(service)
  await storeArticle(service, {
    slug: 'chips-aus-wien',
    language: 'de',
    title: 'Chips aus Wien',
    original_article_id: original.id,
    published: false,
  })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/chips-from-vienna')
  await openTab(page, 'Translations')
  const card = page.getByRole('region', { name: 'Translations' })
  await expect(card.getByRole('listitem').filter({ hasText: 'German' })).toContainText('Draft')
  await expect(card.getByRole('listitem').filter({ hasText: 'French' })).toContainText('Missing')
  await card.getByRole('link', { name: 'Edit the German version' }).click()
  await expect(page).toHaveURL('/admin/articles/edit/chips-aus-wien?lang=de')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Chips aus Wien')
  await page
    .getByRole('region', { name: 'Original' })
    .getByRole('link', { name: 'Chips from Vienna' })
    .click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Chips from Vienna')
})

test('odd texts are stored exactly, or refused at their field', async ({ page, publication }) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  const odd = '__proto__ <img src=x onerror=alert(1)> \u202Eשלום 👩‍🚀'
  await page.getByLabel('Title', { exact: true }).fill(odd)
  await page.getByLabel('Slug').fill('odd')
  await page.getByLabel('Excerpt').fill('x'.repeat(1_048_577))
  await contentOf(page).fill('<script>alert(1)</script>')
  await page.getByLabel('Author').fill('')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByLabel('Excerpt')).toHaveAccessibleDescription(/at most 5000 characters/)
  await expect(page.getByLabel('Excerpt')).toBeFocused()
  await page.getByLabel('Excerpt').fill(odd)
  await page.getByLabel('Author').fill('toString')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(publication.service, 'odd')).toMatchObject({
    title: odd,
    excerpt: odd,
    author: 'toString',
    content: '<script>alert(1)</script>',
  })
})
