import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAddress } from './support/address.ts'
import {
  anArticleRow,
  aTranslationRow,
  contentField,
  openForm,
  openTab,
  openWithArticles,
  titleField,
} from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { expectToast } from './support/toasts.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const excerpt = page.getByLabelText('Excerpt')
const slug = page.getByLabelText('Slug')
const list = page.getByRole('region', { name: 'Check before publishing' })
const save = () => userEvent.keyboard('{Control>}s{/Control}')

const ARTICLE = anArticleRow()

test('a new article says what is missing at its fields, follows its title, and is created', async () => {
  const screen = await openForm([])
  await expect.element(titleField).toHaveFocus()
  await expect.element(page.getByText(/Readers do not see this yet\./)).toBeVisible()
  await expect.element(page.getByText(/“Create Article” publishes at once\./)).toBeVisible()
  const readingTime = page.getByLabelText('Reading time')
  await expect.element(readingTime).toHaveValue('5 min read')
  await expect.element(page.getByLabelText('Category')).toHaveValue('business')

  await button('Create Article').click()
  await expect.element(titleField).toHaveFocus()
  await expect.element(titleField).toHaveAccessibleDescription(/A title is required/)
  await expect.element(excerpt).toHaveAccessibleDescription(/An excerpt is required/)
  expect(await findProblems()).toEqual([])

  await titleField.fill('  Crème brûlée, & 20 "robots"!  ')
  await expect.element(slug).toHaveValue('creme-brulee-20-robots')
  await excerpt.fill('What they cook.')
  await contentField.fill('Many words. '.repeat(700))
  await expect.element(readingTime).toHaveValue('7 min read')
  await page.getByLabelText('Category').selectOptions('Technology')
  await button('Create Article').click()
  await expectToast('Article created successfully!')
  await expectAddress('/admin/articles')
  expect(screen.sentTo('rest/v1/articles')).toMatchObject([
    {
      title: 'Crème brûlée, & 20 "robots"!',
      slug: 'creme-brulee-20-robots',
      published: true,
      featured: false,
      category: 'tech',
      reading_time: '7 min read',
      language: 'en',
    },
  ])
})

test('the reading time follows the text until somebody types one, and again once that is emptied', async () => {
  const screen = await openForm([{ ...ARTICLE, reading_time: '5 min read' }])
  const readingTime = page.getByLabelText('Reading time')
  await expect.element(readingTime).toHaveValue('5 min read')
  await contentField.fill('Many words. '.repeat(300))
  await expect.element(readingTime).toHaveValue('3 min read')
  await readingTime.fill('with a film of 8 minutes')
  await contentField.fill('Many words. '.repeat(500))
  await expect
    .element(readingTime)
    .toHaveAccessibleDescription(/By its length: 5 min read\. Empty the field to use that\./)
  await expect.element(readingTime).toHaveValue('with a film of 8 minutes')
  await readingTime.fill('')
  await excerpt.click()
  await expect.element(readingTime).toHaveValue('5 min read')
  await contentField.fill('Many words. '.repeat(700))
  await save()
  await expect.poll(() => screen.sentTo('rest/v1/articles')).toMatchObject([{ reading_time: '7 min read' }])
})

test('the slug of a published article stays until it is changed, and the form goes on under it', async () => {
  await openForm([ARTICLE])
  await expect.element(page.getByText(/Readers see this text\./)).toBeVisible()
  await titleField.fill('Robots from Vienna')
  await expect.element(slug).toHaveValue('chips-from-vienna')
  await expect.element(page.getByText(/Readers see the published text, without your changes\./)).toBeVisible()
  await slug.fill('robots-from-vienna')
  await expect
    .element(slug)
    .toHaveAccessibleDescription(/The old address \/article\/chips-from-vienna will redirect/)
  await save()
  await expectToast('Article updated successfully!')
  await expectAddress('/admin/articles/edit/robots-from-vienna')
  await expect.element(slug).toHaveFocus()
})

test('a published article is unpublished after a question', async () => {
  const screen = await openForm([ARTICLE])
  await button('Unpublish').click()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expectAddress('/admin/drafts')
  expect(screen.tables.articles).toMatchObject([{ published: false }])
})

test('a draft is saved with nothing but a title, and goes on in the same form', async () => {
  const screen = await openForm([])
  await titleField.fill('Half an idea')
  await contentField.fill('It begins')
  await save()
  await expectToast('Article created successfully!')
  await expectAddress('/admin/articles/edit/half-an-idea')
  await expect.element(contentField).toHaveFocus()
  await userEvent.keyboard(' here')
  await expect.element(contentField).toHaveTextContent('It begins here')
  // Text that is typed during a save stays in the form, and is saved the next time.
  const saving = Promise.withResolvers<void>()
  screen.answers.respond = async ({ method, url }) => {
    if (method === 'PATCH' && url.includes('/rest/v1/articles')) await saving.promise
    return undefined
  }
  await save()
  await userEvent.keyboard(' and goes on')
  saving.resolve()
  await expectToast('Article updated successfully!')
  await expect.element(contentField).toHaveTextContent('It begins here and goes on')
  expect(screen.tables.articles).toMatchObject([{ content: 'It begins here' }])
  await button('Save draft').click()
  await expectAddress('/admin/drafts')
  expect(screen.tables.articles).toMatchObject([
    { published: false, content: 'It begins here and goes on', excerpt: '' },
  ])
})

test('the form names the article that has a slug while it is typed, and when another editor takes it before it is saved', async () => {
  const screen = await openForm([ARTICLE], { path: '/admin/articles/new' })
  await titleField.fill('Chips from Vienna')
  await expect.element(slug).toHaveAccessibleDescription(/“Chips from Vienna” has this address/)
  await slug.fill('Not a slug')
  await expect.element(slug).toHaveAccessibleDescription(/Use lowercase letters/)
  await slug.fill('more-chips')
  await expect.element(slug).not.toHaveAttribute('aria-invalid')
  // It was typed by hand, and follows no more.
  await titleField.fill('More and more chips')
  await expect.element(slug).toHaveValue('more-chips')
  screen.answers.respond = (request) =>
    request.method === 'POST' && request.url.includes('/articles')
      ? json({ code: '23505', message: 'violates unique constraint "articles_slug_language_key"' }, 409)
      : undefined
  await button('Save draft').click()
  await expect.element(slug).toHaveAccessibleDescription(/Another article has this address/)
  await expect.element(slug).toHaveFocus()
})

test('findings are listed while an editor writes, and before publishing they can be overridden with a reason', async () => {
  const screen = await openForm([])
  await titleField.fill('Half a quote')
  await excerpt.fill('Somebody said it.')
  await contentField.fill('She said [insert quote here] and left.')
  // It is checked at once, without a pause in the typing.
  await button('Create Article').click()
  const panel = page.getByRole('dialog', { name: 'Before you publish' })
  await panel.getByRole('button', { name: 'Keep editing' }).click()

  await expect.element(page.getByRole('tab', { name: /^Check/ })).toHaveAccessibleName(/1 problem/)
  await openTab('Check')
  await expect.element(list).toMatchTextContent(/1 problem/)
  await list.getByRole('button', { name: /^Show in the text/ }).click()
  await expect.element(contentField).toHaveFocus()

  await button('Create Article').click()
  const letStand = panel.getByRole('button', { name: /^Accept as it is/ })
  await letStand.click()
  const reason = panel.getByLabelText('Why is it fine as it is?')
  await reason.fill('Not yet')
  await userEvent.keyboard('{Escape}')
  await expect.element(reason).not.toBeInTheDocument()
  await expect.element(letStand).toHaveFocus()
  await letStand.click()
  await reason.fill('It is the title of a play')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText('Nothing is open.')).toBeVisible()
  await panel.getByText('1 finding was accepted').click()
  await expect.element(panel.getByText(/It is the title of a play/)).toBeVisible()
  await panel.getByRole('button', { name: 'Create Article', exact: true }).click()
  await expectAddress('/admin/articles')
  expect(screen.tables.articles).toMatchObject([{ slug: 'half-a-quote', published: true }])
  expect(screen.tables.article_check_overrides).toMatchObject([{ reason: 'It is the title of a play' }])
})

test('one article is featured in a language, and another takes its place only when asked', async () => {
  const second = anArticleRow({ slug: 'second', title: 'Second' })
  const screen = await openForm([second, { ...ARTICLE, featured: true }])
  await expect.element(page.getByText(/Featured in English now: “Chips from Vienna”/)).toBeVisible()
  const toggle = page.getByRole('checkbox', { name: 'Featured article' })
  await toggle.click()
  const question = page.getByRole('dialog', { name: 'Replace Featured Article' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(toggle).not.toBeChecked()
  await toggle.click()
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect.element(toggle).toBeChecked()
  await button('Update').click()
  await expectAddress('/admin/articles')
  expect(screen.sentTo('rest/v1/articles')).toMatchObject([{ featured: true }])
})

test('an article is featured without its translations once it is saved, if that is said', async () => {
  const screen = await openForm([ARTICLE], {
    calls: {
      feature_article({ p_featured }, { articles }) {
        Object.assign(articles?.[0] ?? {}, { featured: p_featured })
        return { status: 'featured', along: [] }
      },
    },
  })
  const toggle = page.getByRole('checkbox', { name: 'Featured article' })
  const along = page.getByRole('checkbox', { name: 'Its translations too' })
  await expect.element(toggle).toBeVisible()
  await expect.element(along).not.toBeInTheDocument()
  await toggle.click()
  await expect.element(along).toBeChecked()
  await along.click()
  expect(await findProblems()).toEqual([])
  await save()
  await expectToast('Article updated successfully!')
  const [saved] = screen.tables.articles ?? []
  expect(screen.sentTo('rest/v1/articles')).toEqual([expect.not.objectContaining({ featured: true })])
  expect(screen.sentTo('feature_article')).toEqual([
    { p_article_id: ARTICLE.id, p_version: saved?.updated_at, p_featured: true, p_along: false },
  ])
  await expect.element(along).not.toBeInTheDocument()
  await expect.element(toggle).toBeChecked()
})

test('an original shows its translations, and a translation its original', async () => {
  const german = aTranslationRow(ARTICLE, 'de', { title: 'Chips aus Wien', published: false })
  await openForm([ARTICLE, german])
  await openTab('Translations')
  const card = page.getByRole('region', { name: 'Translations' })
  await expect.element(card.getByRole('listitem').filter({ hasText: 'German' })).toMatchTextContent(/Draft/)
  await expect.element(card.getByRole('listitem').filter({ hasText: 'French' })).toMatchTextContent(/Missing/)
  await card.getByRole('link', { name: 'Edit the German version' }).click()
  await expectAddress(`/admin/articles/edit/${german.slug}?lang=de`)
  await expect.element(titleField).toHaveValue('Chips aus Wien')
  await page
    .getByRole('region', { name: 'Original' })
    .getByRole('link', { name: 'Chips from Vienna' })
    .click()
  await expect.element(titleField).toHaveValue('Chips from Vienna')
})

test('odd texts are sent exactly, or refused at their field', async () => {
  const screen = await openForm([])
  const odd = '__proto__ <img src=x onerror=alert(1)> \u202Eשלום 👩‍🚀'
  await titleField.fill(odd)
  await slug.fill('odd')
  await excerpt.fill('x'.repeat(1_048_577))
  await contentField.fill('<script>alert(1)</script>')
  await page.getByLabelText('Author').fill('toString')
  await button('Create Article').click()
  await expect.element(excerpt).toHaveAccessibleDescription(/at most 5000 characters/)
  await expect.element(excerpt).toHaveFocus()
  await excerpt.fill(odd)
  await button('Create Article').click()
  await expectAddress('/admin/articles')
  expect(screen.sentTo('rest/v1/articles')).toMatchObject([
    { title: odd, excerpt: odd, author: 'toString', content: '<script>alert(1)</script>' },
  ])
})

test('title and text of a story begin in the first half of the screen, and each tab is accessible and short', async () => {
  const content = Array.from({ length: 200 }, (_, n) => `Paragraph ${n} of a long story.`).join('\n\n')
  const screen = await openForm([{ ...ARTICLE, content }])
  const topOf = (element: Element) => element.getBoundingClientRect().top
  await expect.element(contentField).toBeVisible()
  expect(topOf(contentField.element())).toBeLessThan(400)
  expect(topOf(titleField.element())).toBeLessThan(400)
  for (const name of ['Details', 'Translations', 'Check', 'History']) {
    await openTab(name)
    const panel = page.getByRole('tabpanel', { name: new RegExp(`^${name}`) })
    await expect.element(panel).toBeVisible()
    await expect.poll(() => panel.element().querySelector('[aria-busy=true]')).toBeNull()
    expect(document.documentElement.scrollHeight, name).toBeLessThanOrEqual(2600)
    expect(await findProblems(), name).toEqual([])
  }
  // The arrow keys go from tab to tab, and the open one is remembered.
  await openTab('History')
  await userEvent.keyboard('{ArrowLeft}')
  const check = page.getByRole('tab', { name: /^Check/ })
  await expect.element(check).toHaveFocus()
  await screen.reload()
  await expect.element(check).toHaveAttribute('aria-selected', 'true')
  // An address names a part of the page.
  await screen.go(`/admin/articles/edit/${ARTICLE.slug}#corrections`)
  await expect.element(page.getByRole('heading', { name: 'Corrections' })).toHaveFocus()
})

test('what is missing opens its tab and takes the focus, and nothing that was typed in a closed tab is lost', async () => {
  await openForm([{ ...ARTICLE, excerpt: '', published: false }])
  await page.getByLabelText('Subtitle').fill('Typed before the tab was closed')
  await openTab('Check')
  await page.getByLabelText('Works for how many days?').fill('12')
  await openTab('History')
  await contentField.click()
  const openPanel = () => userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await openPanel()
  await expect.element(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  const field = page.getByRole('textbox', { name: 'Excerpt' })
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByLabelText('Subtitle')).toHaveValue('Typed before the tab was closed')
  await field.fill('An excerpt')
  await openTab('Check')
  await expect.element(page.getByLabelText('Works for how many days?')).toHaveValue('12')
  await openPanel()
  await expect.element(page.getByRole('dialog', { name: 'Before you publish' })).toBeVisible()
})

test('from the title few steps of the Tab key lead to publishing', async () => {
  await openForm([])
  await expect.element(contentField).toBeVisible()
  await expect.element(titleField).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(contentField).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await userEvent.tab()
  await expect.element(button('Create Article')).toHaveFocus()
})

test('in full screen the text says whether it is saved, and is saved', async () => {
  const screen = await openForm([{ ...ARTICLE, published: false, excerpt: '' }])
  await button('Full screen').click()
  await expect.element(contentField).toHaveFocus()
  await userEvent.keyboard('At last. ')
  const bar = page.getByRole('group', { name: 'Saving' })
  await expect.element(bar.getByText(/^Saved for you at/)).toBeVisible()
  await bar.getByRole('button', { name: 'Save draft' }).click()
  await expectToast('Article updated successfully!')
  expect(screen.tables.articles?.[0]?.content).toMatch(/^At last\. /)
  // The keyboard leads to a required field elsewhere.
  await contentField.click()
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await expect.element(page.getByRole('textbox', { name: 'Excerpt' })).toHaveFocus()
  expect(document.querySelector('[inert]')).toBeNull()
})

test('on a phone, the buttons that save are in one row', async () => {
  await openForm([ARTICLE])
  await page.viewport(375, 800)
  const bar = button('Update').element().parentElement
  const shown = [...(bar?.querySelectorAll('button, a') ?? [])].filter((control) => control.checkVisibility())
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Update', 'Unpublish', 'Publish options'])
  expect(new Set(shown.map((control) => control.getBoundingClientRect().top)).size).toBe(1)
  await page.viewport(1280, 800)
})

test('the address of a form opens a translation, a draft and a moved article by the slug alone', async () => {
  const german = aTranslationRow(ARTICLE, 'de', { slug: 'chips-aus-wien', title: 'Chips aus Wien' })
  const moved = anArticleRow({ slug: 'new-address', title: 'It has moved', published: false })
  const screen = await openWithArticles('/admin/articles', [ARTICLE, german, moved], {
    tables: {
      slug_redirects: [
        { slug: 'old-address', language: 'en', article_id: moved.id, articles: { id: moved.id } } as never,
      ],
    },
  })
  await screen.go('/admin/articles/edit/chips-aus-wien#translations')
  await expectAddress('/admin/articles/edit/chips-aus-wien?lang=de#translations')
  await expect.element(titleField).toHaveValue('Chips aus Wien')
  // The back button leads on, not into the address that was left.
  await screen.go('/admin/articles')
  await screen.go('/admin/articles/edit/old-address')
  await expectAddress('/admin/articles/edit/new-address')
  await expect.element(titleField).toHaveValue('It has moved')
  window.history.back()
  await expectAddress('/admin/articles')

  // A language that was asked for is opened, or it is said that there is none.
  await screen.go('/admin/articles/edit/chips-from-vienna?lang=de')
  await expectAddress('/admin/articles/edit/chips-aus-wien?lang=de')
  await expect.element(titleField).toHaveValue('Chips aus Wien')
  await screen.go('/admin/articles/edit/chips-from-vienna?lang=it')
  await expectToast('This article is in English')
  await expectAddress('/admin/articles/edit/chips-from-vienna')
  await expect.element(titleField).toHaveValue('Chips from Vienna')
})

test.each([
  'no-such-article',
  'no-such-article?lang=de',
  '%2e%2e%2fdrafts',
  'a%00b',
  'CHIPS-FROM-VIENNA?lang=%22%3E',
])('the address %s is that of no article', async (path) => {
  await openWithArticles(`/admin/articles/edit/${path}`, [ARTICLE])
  await expect.element(page.getByRole('heading', { name: 'Article not found' })).toBeVisible()
  await expect.element(page.getByText('The article you are looking for does not exist.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Back to Articles' }))
    .toHaveAttribute('href', '/admin/articles')
})

test('a slug that several languages have asks which article is meant', async () => {
  const german = aTranslationRow(ARTICLE, 'de', { slug: 'chips', title: 'Chips aus Wien' })
  const french = aTranslationRow(anArticleRow({ slug: 'crisps' }), 'fr', {
    slug: 'chips',
    title: '',
    published: false,
  })
  await openWithArticles('/admin/articles/edit/chips', [ARTICLE, german, french])
  await expect.element(page.getByRole('heading', { name: 'Which article?' })).toBeVisible()
  const choices = page.getByRole('main').getByRole('listitem')
  await expect.element(choices).toHaveLength(2)
  await expect.element(choices.filter({ hasText: 'French' })).toMatchTextContent(/Draft/)
  await expect.element(choices.filter({ hasText: 'German' })).toMatchTextContent(/Published/)
  expect(await findProblems()).toEqual([])
  await page.getByRole('link', { name: /Untitled/ }).click()
  await expectAddress('/admin/articles/edit/chips?lang=fr')
  await expect.element(titleField).toBeVisible()
  window.history.back()
  await page.getByRole('link', { name: /Chips aus Wien/ }).click()
  await expect.element(titleField).toHaveValue('Chips aus Wien')
})
