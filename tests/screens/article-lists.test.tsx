import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Article } from '#core/domain/article.ts'
import { sectionsOf } from '#core/domain/category.ts'
import { sectionColors } from '#core/look/section-colors.ts'
import { expectAddress } from './support/address.ts'
import { aChange, anArticleRow, aRevisionRow, aTranslationRow, openWithArticles } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const HARBOUR = anArticleRow({
  title: 'Harbour town audits its algorithms',
  slug: 'harbour',
  category: 'news',
  featured: true,
})
const BAKERY = anArticleRow({
  title: 'A bakery forecasts its bread',
  slug: 'bakery',
  category: 'business',
  publish_date: '2026-11-17T09:00:00+00:00',
})
const PIPES = anArticleRow({
  title: 'In praise of boring pipes',
  slug: 'pipes',
  category: 'hack',
  publish_date: '2026-11-15T09:00:00+00:00',
})
const GERMAN = aTranslationRow(HARBOUR, 'de')
const PUBLISHED = [HARBOUR, BAKERY, PIPES, GERMAN, aTranslationRow(HARBOUR, 'fr')]

const aDraft = (values: Partial<Article>) => anArticleRow({ published: false, ...values })

const rows = page.getByRole('row')
const headers = page.getByRole('rowheader').getByRole('link')
const expectTitles = (...articles: Article[]) =>
  expect
    .poll(() => headers.elements().map(({ textContent }) => textContent))
    .toEqual(articles.map(({ title }) => title))
const select = ({ title }: Article) => page.getByRole('checkbox', { name: `Select ${title}` }).click()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

/** Fails what would write articles. */
const failWrites = (method: string) => (request: Request) =>
  request.method === method && request.url.includes('/rest/v1/articles') ? json({}, 500) : undefined

test('a row has what an editor needs to know, and leads to the article', async () => {
  await openWithArticles('/admin/articles', [...PUBLISHED, aDraft({ title: 'Not yet' })])
  await expectTitles(HARBOUR, BAKERY, PIPES)
  for (const text of ['5 min read', 'News', 'Featured', '2 translations', 'Nov 18, 2026'])
    await expect.element(rows.nth(1)).toMatchTextContent(text)
  await expect.element(rows.nth(2)).toMatchTextContent('RegularNo translations')
  await expect
    .element(rows.nth(1).getByRole('link', { name: /^View/ }))
    .toHaveAttribute('href', '/article/harbour')
  await expect
    .element(rows.nth(1).getByRole('link', { name: /^Edit/ }))
    .toHaveAttribute('href', '/admin/articles/edit/harbour')
  expect(await findProblems()).toEqual([])
})

test('sections have the colours that readers see: renamed, new, old, and that of all with the accent', async () => {
  const section = { color: null, names: {}, descriptions: {}, retired_to: null }
  const categories = [
    { ...section, slug: 'coast', position: 1, color: '#1d4fd7', names: { en: 'Coast' } },
    { ...section, slug: 'garden', position: 2, names: { en: 'Garden' } },
    { ...section, slug: 'news', position: 3 },
    { ...section, slug: 'business', position: null, retired_to: 'coast' },
  ]
  const inGarden = anArticleRow({ ...PIPES, category: 'garden' })
  await openWithArticles('/admin/articles', [HARBOUR, BAKERY, inGarden], {
    tables: { categories, settings: [{ key: 'accent', value: '#0f7b3f' }] },
  })
  const accent = (name: string) => {
    const shown = rows.getByText(name, { exact: true }).element()
    return getComputedStyle(shown).getPropertyValue('--color-accent')
  }
  await expectTitles(HARBOUR, BAKERY, inGarden)
  const accents = () => ['Coast', 'Garden', 'News Hub'].map(accent)
  const settings = {
    categories: sectionsOf(categories).categories,
    formerCategories: new Map(),
    accent: '#0f7b3f',
  }
  const colors = ['coast', 'garden', 'news'].map((slug) => sectionColors(slug, settings))
  await expect.poll(accents).toEqual(colors.map(({ light, dark }) => `light-dark(${light}, ${dark})`))
})

test('articles are listed when their translations cannot be counted', async () => {
  await openWithArticles('/admin/articles', PUBLISHED, {
    respond: ({ url }) => (url.includes('select=original_article_id') ? json({}, 503) : undefined),
  })
  await expectTitles(HARBOUR, BAKERY, PIPES)
  await expect.element(rows.nth(1)).not.toMatchTextContent('translations')
})

test('published articles are sorted, filtered and searched in the address', async () => {
  const screen = await openWithArticles('/admin/articles', PUBLISHED, {
    calls: { search_desk: { total: 1, ids: [BAKERY.id] } },
  })
  await page.getByRole('button', { name: 'Title' }).click()
  await expectAddress('/admin/articles?sort=title')
  await expectTitles(BAKERY, HARBOUR, PIPES)
  await page.getByLabelText('Category', { exact: true }).selectOptions('Hack')
  await expectTitles(PIPES)
  await page.getByLabelText('Status').selectOptions('Featured')
  await expectAddress('/admin/articles?category=hack&status=featured&sort=title')
  await expect.element(page.getByText('No published articles found.')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await page.getByRole('link', { name: 'Show all articles' }).click()
  await expectAddress('/admin/articles?sort=title')
  await expect.element(page.getByRole('region', { name: 'Articles' })).toHaveFocus()

  await page.getByLabelText('Language').selectOptions('German')
  await expectAddress('/admin/articles?language=de&sort=title')
  await expectTitles(GERMAN)
  await expect
    .element(page.getByRole('link', { name: /^Edit/ }))
    .toHaveAttribute('href', '/admin/articles/edit/harbour-de?lang=de')
  await page.getByLabelText('Language').selectOptions('All')
  await expect.element(headers).toHaveLength(5)
  await page.getByLabelText(/^Search/).fill('idris')
  await expectTitles(BAKERY)
  expect(screen.sentTo('search_desk')).toMatchObject([
    { p_search: 'idris', p_sort: 'title', p_language: null },
  ])
  window.history.go(-3)
  await expectAddress('/admin/articles?category=hack&status=featured&sort=title')
})

test('a long list is turned page by page, and begins anew with a filter', async () => {
  const older = Array.from({ length: 25 }, (_, index) =>
    anArticleRow({
      title: `Story ${index + 1}`,
      slug: `story-${index + 1}`,
      publish_date: `2026-10-${String(30 - index).padStart(2, '0')}T09:00:00+00:00`,
    }),
  )
  await openWithArticles('/admin/articles', [BAKERY, ...older])
  await expectTitles(BAKERY, ...older.slice(0, 24))
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expectAddress('/admin/articles?page=2')
  await expectTitles(...older.slice(24))
  await expect.element(page.getByRole('status').filter({ hasText: '26–26 of 26' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Articles' })).toHaveFocus()
  await page.getByLabelText('Category', { exact: true }).selectOptions('Business')
  await expectAddress('/admin/articles?category=business')
  await expectTitles(BAKERY)
})

test('filters have the languages that are offered, and others in which there is something', async () => {
  const screen = await openWithArticles('/admin/articles', PUBLISHED, {
    tables: { settings: [{ key: 'languages', value: ['en', 'it'] }] },
    calls: { list_glossary: ({ p_language }) => ({ rows: [], total: p_language === 'es' ? 1 : 0 }) },
  })
  const options = page.getByLabelText('Language').getByRole('option')
  const expectOptions = (...names: string[]) =>
    expect.poll(() => options.elements().map(({ textContent }) => textContent)).toEqual(names)
  await expectOptions('All', 'English', 'French', 'German', 'Italian')
  await screen.go('/admin/drafts?language=pt')
  await expectOptions('All', 'English', 'Italian', 'Portuguese')
  await screen.go('/admin/glossary?q=OpenAI')
  await expectOptions('All', 'Spanish', 'Italian')
  await screen.go('/admin/translations/to-review?language=pt')
  await expectOptions('All', 'Italian', 'Portuguese')
})

test('several drafts are published by the keyboard alone, and those that are not ready say why', async () => {
  const bare = aDraft({ title: 'Bare', slug: 'bare', excerpt: '', content: '' })
  const ready = [aDraft(BAKERY_DRAFT), aDraft(HARBOUR_DRAFT)] as const
  const uncovered = aDraft({ title: 'Uncovered', slug: 'uncovered', created_at: '2026-11-15T09:00:00+00:00' })
  const screen = await openWithArticles('/admin/drafts', [bare, ...ready, uncovered], {
    calls: {
      publish_articles: ({ p_ids }) => {
        for (const row of screen.tables.articles ?? [])
          if (ready.some(({ id }) => id === row.id)) row.published = true
        return p_ids.map((id) =>
          id === bare.id
            ? { id, status: 'incomplete', missing: ['excerpt', 'content'] }
            : { id, status: id === uncovered.id ? 'uncovered' : 'published' },
        )
      },
    },
  })
  await expectTitles(bare, ...ready, uncovered)
  await pressUntilFocused(page.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('checkbox', { name: 'Select Bare' })).toBeChecked()
  const status = page.getByRole('status')
  await expect.element(status.filter({ hasText: '4 selected' })).toBeInTheDocument()
  await pressUntilFocused(page.getByRole('checkbox', { name: `Select ${ready[1].title}` }))
  await userEvent.keyboard(' ')
  await expect.element(status.filter({ hasText: '3 selected' })).toBeInTheDocument()
  await userEvent.keyboard(' ')
  expect(await findProblems()).toEqual([])
  await pressUntilFocused(button('Publish'))
  await userEvent.keyboard('{Enter}')

  await expect.element(page.getByRole('dialog', { name: 'Publish 4 drafts' })).toBeVisible()
  await pressUntilFocused(inDialog('Publish'))
  await userEvent.keyboard('{Enter}')
  const report = page.getByRole('dialog', { name: '2 of 4 done' })
  await expect
    .element(report.getByRole('listitem').first())
    .toMatchTextContent('BareNot published. Missing: excerpt and content.')
  await expect.element(report).toMatchTextContent(/has sentences that no source covers/)
  expect(await findProblems()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(report).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Drafts' })).toHaveFocus()
  await expectTitles(bare, uncovered)
})

test('a draft that somebody saves after it was selected is published once its difference was shown', async () => {
  const seen = aDraft({ ...BAKERY_DRAFT, content: 'It says 31 percent.' })
  const changed = aChange({ by: 'Night (access token of nora@example.org)' })
  const unseen = { ...seen, content: 'It says 33 percent.', updated_at: changed.version }
  const screen = await openWithArticles('/admin/drafts', [seen, aDraft(HARBOUR_DRAFT)], {
    tables: { article_revisions: [aRevisionRow(seen, 1), aRevisionRow(unseen, 2)] },
    calls: {
      publish_articles: ({ p_ids, p_versions }) =>
        p_ids.map((id, index) =>
          p_versions?.[index] === changed.version ? { id, status: 'published' } : { id, ...changed },
        ),
    },
  })
  await select(seen)
  Object.assign(screen.tables.articles?.find(({ id }) => id === seen.id) ?? {}, unseen, {
    title: 'Told live',
  })
  await announceChange('articles')
  await expectTitles({ ...seen, title: 'Told live' }, aDraft(HARBOUR_DRAFT))
  await button('Publish').click()
  await inDialog('Publish').click()
  const report = page.getByRole('dialog', { name: '0 of 1 done' })
  await expect
    .element(report)
    .toMatchTextContent(/Night \(access token of nora@example.org\) saved another version on Sunday/)
  await expect.element(inDialog('Publish')).not.toBeInTheDocument()
  await inDialog('Show what has changed').click()
  await expect.element(report.getByRole('region', { name: 'Content' })).toMatchTextContent(/31.*33/)
  expect(await findProblems()).toEqual([])
  await inDialog('Publish').click()
  await expect.element(page.getByRole('dialog', { name: '1 of 1 done' })).toMatchTextContent(/Published/)
  expect(screen.sentTo('open_version')).toEqual([{ p_article_id: seen.id, p_version: changed.version }])
  expect(screen.sentTo('publish_articles')).toEqual([
    { p_ids: [seen.id], p_versions: [seen.updated_at] },
    { p_ids: [seen.id], p_versions: [changed.version] },
  ])
})

test("a translator's version that was never opened is shown as a whole before it is published", async () => {
  const french = aTranslationRow(HARBOUR, 'fr', { published: false, content: 'Jamais lu.' })
  const changed = aChange({ by: 'Jonas Petit', from: null, version: french.updated_at })
  const screen = await openWithArticles('/admin/drafts', [french], {
    tables: { article_revisions: [aRevisionRow(french, 2)] },
    calls: { publish_articles: ({ p_ids }) => p_ids.map((id) => ({ id, ...changed })) },
  })
  await select(french)
  await button('Publish').click()
  await inDialog('Publish').click()
  await inDialog('Show what has changed').click()
  await expect
    .element(page.getByRole('dialog').getByRole('region', { name: 'Content' }))
    .toMatchTextContent(/Jamais lu/)
  await expect.element(inDialog('Publish')).toBeVisible()
  expect(screen.sentTo('publish_articles')).toHaveLength(1)
})

const BAKERY_DRAFT = { title: BAKERY.title, slug: BAKERY.slug, created_at: '2026-11-17T09:00:00+00:00' }
const HARBOUR_DRAFT = { title: HARBOUR.title, slug: HARBOUR.slug, created_at: '2026-11-16T09:00:00+00:00' }

async function pressUntilFocused(target: Locator): Promise<void> {
  const isFocused = () => target.element() === document.activeElement
  for (let step = 0; step < 80 && !isFocused(); step++) await userEvent.tab()
  await expect.element(target).toHaveFocus()
}

test('several articles change their category, become drafts, and are deleted and brought back', async () => {
  const deleted: Article[] = []
  const screen = await openWithArticles('/admin/articles', [HARBOUR, BAKERY, PIPES], {
    calls: {
      restore_article: ({ p_trash_id }) => {
        const article = deleted.find(({ id }) => id === p_trash_id) as Article
        screen.tables.articles?.push({ ...article })
        return { status: 'restored', id: article.id, slug: article.slug, drafts: [] }
      },
    },
    respond(request) {
      if (request.method === 'DELETE') {
        deleted.push(BAKERY, PIPES)
        screen.tables.article_trash?.push(
          ...deleted.map(({ id }) => ({ id, article_id: id, deleted_with: null })),
        )
      }
      return undefined
    },
  })
  await page.viewport(375, 800)
  await select(HARBOUR)
  await select(BAKERY)
  await button('Change category').click()
  await page.getByLabelText('New category').selectOptions('Opinion')
  await inDialog('Change category').click()
  await expectToast('2 articles have their new category.')
  await expect.element(rows.nth(1)).toMatchTextContent('Opinion')

  await select(HARBOUR)
  await button('Unpublish').click()
  await inDialog('Unpublish').click()
  await expectTitles(BAKERY, PIPES)

  await select(BAKERY)
  await select(PIPES)
  await button('Delete').click()
  await expect.element(page.getByRole('dialog', { name: 'Delete 2 articles' })).toBeVisible()
  await inDialog('Delete').click()
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  // A toast under the pointer stays.
  await undo.hover()
  await expectToast('2 articles deleted')
  await expect.element(headers).toHaveLength(0)
  await undo.click()
  await expectTitles(BAKERY, PIPES)
  await expect.element(page.getByRole('region', { name: 'Articles' })).toHaveFocus()
  await page.viewport(1280, 800)
})

test('an article that another editor has deleted meanwhile is named', async () => {
  const screen = await openWithArticles('/admin/articles', [HARBOUR, BAKERY, PIPES])
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await button('Unpublish').click()
  screen.tables.articles?.pop()
  await inDialog('Unpublish').click()
  const report = page.getByRole('dialog', { name: '2 of 3 done' })
  await expect.element(report.getByRole('listitem').first()).toMatchTextContent('It is no longer there.')
  await report.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('No published articles found.')).toBeVisible()
})

test('a draft changes its category in its row, and keeps the old one when that fails', async () => {
  const draft = aDraft({ title: 'Waiting' })
  const screen = await openWithArticles('/admin/drafts', [draft], {
    tables: {
      article_schedules: [
        {
          article_id: draft.id,
          publish_at: '2027-03-01T08:00:00Z',
          zone: 'Europe/Zurich',
          status: 'waiting',
        },
      ],
    },
  })
  await expect.element(rows.nth(1)).toMatchTextContent('Scheduled for Mar 1, 2027, 9:00 AM (Europe/Zurich)')
  const category = page.getByLabelText('Category of Waiting')
  await category.selectOptions('Hack')
  await expectToast('Article updated successfully!')
  expect(screen.tables.articles).toMatchObject([{ category: 'hack' }])

  screen.answers.respond = failWrites('PATCH')
  await category.selectOptions('Opinion')
  await expectToast('Failed to update article')
  await expect.element(category).toHaveValue('hack')
  expect(await findProblems()).toEqual([])
})

test('a story is deleted after a question, and a failed deletion says so', async () => {
  const screen = await openWithArticles('/admin/articles', [HARBOUR], { respond: failWrites('DELETE') })
  const remove = page.getByRole('button', { name: /^Delete/ })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Delete Article' })
  await expect
    .element(dialog)
    .toMatchTextContent(
      `Are you sure you want to delete "${HARBOUR.title}"? This action cannot be undone and will also delete any translations of this article.`,
    )
  await expect
    .element(dialog)
    .toMatchTextContent(
      'The trash keeps deleted articles for 30 days: until then you can restore them there.',
    )
  expect(await findProblems()).toEqual([])
  await inDialog('Cancel').click()
  await expect.element(remove).toHaveFocus()

  await remove.click()
  await inDialog('Delete').click()
  await expectToast('Failed to delete article. Please try again.')
  await expectTitles(HARBOUR)
  screen.answers.respond = undefined
  await remove.click()
  await inDialog('Delete').click()
  await expectToast('Article deleted successfully')
  await expect.element(page.getByRole('region', { name: 'Articles' })).toHaveFocus()
  await expect.element(page.getByText('No published articles found.')).toBeVisible()

  screen.tables.articles?.push({ ...aDraft({}) })
  await screen.go('/admin/drafts')
  await remove.click()
  await expect.element(page.getByRole('dialog', { name: 'Delete Draft' })).toBeVisible()
  await inDialog('Delete').click()
  await expect.element(page.getByText('No draft articles found.')).toBeVisible()
})

test('an article of which a source was withdrawn is marked at once, with its translations', async () => {
  const screen = await openWithArticles('/admin/articles', [HARBOUR, GERMAN])
  const row = rows.filter({ hasText: HARBOUR.title })
  await expect.element(row).toBeVisible()
  await expect.element(row).not.toMatchTextContent(/A source has changed/)
  screen.tables.article_sources?.push({ article_id: HARBOUR.id, state: 'withdrawn', seen_at: null })
  await announceChange('sourced_articles')
  await expect.element(row).toMatchTextContent(/A source has changed/)
  expect(await findProblems()).toEqual([])
  await screen.go('/admin/articles?language=de')
  await expect.element(rows.filter({ hasText: GERMAN.title })).toMatchTextContent(/A source has changed/)
})
