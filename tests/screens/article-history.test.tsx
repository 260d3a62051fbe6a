import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Article } from '#core/domain/article.ts'
import type { ArticleRevision } from '#core/domain/article-revision.ts'
import { anArticleRow, aRevisionRow, openWithArticles } from './support/articles.ts'
import { recordDownloads } from './support/downloads.ts'
import { findProblems } from './support/find-problems.ts'
import { type CallAnswers, json } from './support/network.ts'

const ARTICLE = anArticleRow({ content: 'It was on Tuesday, in the town hall.', published: false })

const aVersion = (id: number, values: Partial<ArticleRevision>, article: Partial<Article> = {}) =>
  aRevisionRow({ ...ARTICLE, ...article }, id, { title: ARTICLE.title, ...values })

const VERSIONS: ArticleRevision[] = [
  aVersion(
    1,
    { events: [{ what: 'created', at: '2026-11-21T09:00:00+00:00' }] },
    { content: 'It was on Monday, in the town hall.' },
  ),
  aVersion(2, { note: 'The agency has corrected the day', words_added: 1, words_removed: 1 }),
]

const RECORD = { site: 'https://site.example', versions: [{ id: ARTICLE.id, saves: [] }] }

const open = (path: string, calls: CallAnswers = {}) =>
  openWithArticles(path, [ARTICLE], {
    tables: { article_revisions: VERSIONS },
    functions: { 'export-article-record': RECORD },
    calls,
  })
const HISTORY = `/admin/articles/history/${ARTICLE.id}`

const versions = page.getByRole('region', { name: 'List of versions' }).getByRole('listitem')
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

test('versions are listed with who, when and why, and the record is downloaded', async () => {
  await open(`/admin/articles/edit/${ARTICLE.slug}`)
  await page.getByRole('tab', { name: /^History/ }).click()
  await page.getByRole('link', { name: 'All 2 versions' }).click()
  const latest = versions.filter({ hasText: 'The agency has corrected the day' })
  for (const text of ['by admin@example.com', 'Draft', '+1 −1 words'])
    await expect.element(latest).toMatchTextContent(text)
  await expect.element(versions.last()).toMatchTextContent('Created')
  expect(window.location.pathname).toBe(HISTORY)
  expect(await findProblems()).toEqual([])

  const downloads = recordDownloads()
  await page.getByRole('button', { name: 'Download the record' }).click()
  await expect.poll(() => downloads).toMatchObject([{ name: `article-${ARTICLE.id}.json` }])
  expect(JSON.parse((await downloads[0]?.text) ?? '')).toEqual(RECORD)
})

test('two versions are compared, the save of another editor is not overwritten, and one is restored', async () => {
  const screen = await open(HISTORY)
  await page.getByRole('link', { name: /^Compare with now/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Compare' })).toHaveFocus()
  const content = page.getByRole('region', { name: 'Content' })
  const words = (kind: 'ins' | 'del') => content.element().querySelector(kind)?.textContent
  await expect.poll(() => words('del')).toContain('Monday')
  expect(words('ins')).toContain('Tuesday')
  expect(await findProblems()).toEqual([])

  Object.assign(screen.tables.articles?.[0] ?? {}, {
    content: 'It was on Wednesday, in the town hall.',
    updated_at: '2026-11-24T09:00:00+00:00',
  })
  const restore = page.getByRole('button', { name: 'Restore the older version' })
  await restore.click()
  await confirm('Restore')
  await expect.element(page.getByRole('alert').filter({ hasText: 'Nothing was restored.' })).toBeVisible()
  await expect.poll(() => words('ins')).toContain('Wednesday')
  await restore.click()
  await confirm('Restore')
  await expect.element(page.getByRole('region', { name: 'List of versions' })).toBeVisible()
  expect(screen.tables.articles).toMatchObject([
    { content: 'It was on Monday, in the town hall.', revision_note: expect.stringContaining('Restored') },
  ])
})

test('an earlier version that is not covered by its sources does not come back before readers', async () => {
  const screen = await open(`${HISTORY}?from=1&to=now`)
  const refused = {
    code: '23514',
    message: 'Sentences are not covered by their sources (articles_covered): 1',
  }
  screen.answers.respond = ({ method }) => (method === 'PATCH' ? json(refused, 400) : undefined)
  await page.getByRole('button', { name: 'Restore the older version' }).click()
  await confirm('Restore')
  await expect
    .element(page.getByRole('dialog').getByRole('alert'))
    .toMatchTextContent(/sentences are not covered by their sources/)
})

test('a text is removed from all versions with a reason', async () => {
  const screen = await open(HISTORY, {
    purge_article_text: () => {
      screen.tables.article_revisions?.splice(0)
      return { revisions: 2, working_copies: 0, trash: 0 }
    },
  })
  await page.getByRole('button', { name: 'Remove from all versions' }).click()
  await confirm('Remove for good')
  await expect.element(page.getByText(/Please write why/).first()).toBeVisible()
  expect(screen.sentTo('purge_article_text')).toEqual([])
  await page.getByLabelText('Why?').fill('A name that a court had removed')
  await confirm('Remove for good')
  await expect.element(page.getByText(/No version is kept yet/)).toBeVisible()
  expect(screen.sentTo('purge_article_text')).toEqual([
    { p_article_id: ARTICLE.id, p_reason: 'A name that a court had removed' },
  ])
})

test('a version that does not exist, and an article that is deleted, say so', async () => {
  const screen = await open(`${HISTORY}?from=99999&to=now`)
  await expect.element(page.getByText(/This version is not kept any more/)).toBeVisible()
  await screen.go(`${HISTORY}?from=__proto__&to=now`)
  await expect.element(page.getByRole('region', { name: 'List of versions' })).toBeVisible()
  await screen.go('/admin/articles/history/00000000-0000-4000-8000-000000000000')
  await expect.element(page.getByText(/This article is deleted/)).toBeVisible()
})
