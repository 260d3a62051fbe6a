import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Article } from '#core/domain/article.ts'
import type { RestoreAnswer, TrashedArticle } from '#core/domain/article-trash.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'
import { anArticleRow, aTranslationRow, openWithArticles } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import { ADMIN } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const HARBOUR = anArticleRow({ slug: 'harbour', title: 'The harbour', content: 'The harbour is open.' })
const GERMAN = aTranslationRow(HARBOUR, 'de')
const DRAFT = anArticleRow({ slug: 'bakery', title: 'A bakery', published: false })

/** The trash's row of an article that was deleted just now. */
const trashed = (article: Article, deletedWith: Article | null = null): TrashedArticle => ({
  id: article.id,
  article_id: article.id,
  story_id: article.original_article_id ?? article.id,
  deleted_with: deletedWith?.id ?? null,
  deleted_at: new Date().toISOString(),
  deleted_by: ADMIN.member?.user_id ?? null,
  language: article.language,
  slug: article.slug,
  title: article.title,
  category: article.category,
  published: article.published,
  article,
  redirects: [],
  updated_at: article.updated_at,
})

/** The trash, of which the attempts to restore something are answered in turn. */
async function openTrash(rows: TrashedArticle[], ...answers: RestoreAnswer[]) {
  const screen = await openWithArticles('/admin/trash', [], {
    tables: {
      article_trash: rows.map((row) => ({ ...row, words: foldLetters(`${row.title}\n${row.slug}`) })),
    },
    calls: {
      restore_article({ p_trash_id }) {
        const answer = answers.shift() ?? { status: 'gone' }
        if (answer.status === 'restored')
          screen.tables.article_trash?.splice(
            screen.tables.article_trash.findIndex(({ id }) => id === p_trash_id),
            1,
          )
        return answer
      },
    },
  })
  return screen
}

const rows = page.getByRole('row')
const dialog = page.getByRole('dialog', { name: 'Restore Article' })
const restore = dialog.getByRole('button', { name: 'Restore' })

test('what was deleted is listed, found, looked at in its languages, and restored', async () => {
  const screen = await openTrash([trashed(DRAFT), trashed(HARBOUR), trashed(GERMAN, HARBOUR)], {
    status: 'restored',
    id: HARBOUR.id,
    slug: HARBOUR.slug,
    drafts: [],
  })
  await expect.element(rows).toHaveLength(3)
  const row = rows.filter({ hasText: HARBOUR.title })
  for (const text of ['German and English', 'by admin@example.com', '30 more days'])
    await expect.element(row).toMatchTextContent(text)
  expect(await findProblems()).toEqual([])
  await page.getByLabelText(/^Search/).fill('harbour')
  await expect.element(rows).toHaveLength(2)

  const look = page.getByRole('link', { name: `Look at ${HARBOUR.title}` })
  await look.click()
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus()
  await expect.element(page.getByRole('tabpanel')).toMatchTextContent('The harbour is open.')
  await page.getByRole('tab', { name: 'German' }).click()
  await expect.element(page.getByRole('tabpanel')).toMatchTextContent(GERMAN.title)
  expect(await findProblems()).toEqual([])
  await page.getByRole('link', { name: 'Back to the trash' }).click()
  await expect.element(look).toHaveFocus()

  await page.getByRole('button', { name: `Restore ${HARBOUR.title}` }).click()
  await expect.element(dialog).toMatchTextContent('What was published is published again.')
  await restore.click()
  await expectToast('The article is back.')
  expect(screen.sentTo('restore_article')).toEqual([
    {
      p_trash_id: HARBOUR.id,
      p_as_draft: false,
      p_version: HARBOUR.updated_at,
      p_along: { [GERMAN.id]: GERMAN.updated_at },
    },
  ])
  await expect.element(page.getByText('Nothing in the trash matches.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Deleted articles' })).toHaveFocus()
})

test('a story whose slug is taken comes back under another one, from its page and as a draft', async () => {
  const screen = await openTrash(
    [trashed(HARBOUR)],
    { status: 'slug_taken', taken: [{ slug: 'harbour', language: 'en' }] },
    { status: 'restored', id: HARBOUR.id, slug: 'harbour-again', drafts: ['en'] },
  )
  await page.getByRole('link', { name: /^Look at/ }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await restore.click()
  const slug = dialog.getByLabelText('Slug')
  await expect.element(slug).toHaveValue('harbour-2')
  await expect.element(slug).toHaveAccessibleDescription(/Another article has the slug "harbour" by now/)
  for (const odd of ['x'.repeat(1_000_000), '', 'Not a slug', '__proto__', '\u202eevil', '<b>', '🎉']) {
    await slug.fill(odd)
    await restore.click()
    await expect.element(slug).toHaveAccessibleDescription(/Use lowercase letters/)
  }
  expect(await findProblems()).toEqual([])
  await slug.fill('harbour-again')
  await dialog.getByRole('checkbox').click()
  await restore.click()
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: 'Edit it' }))
    .toHaveAttribute('href', '/admin/articles/edit/harbour-again')
  await expectToast('The article is back. As a draft: English.')
  await expect.element(page.getByText('The trash is empty.')).toBeVisible()
  expect(window.location.search).toBe('')
  expect(screen.sentTo('restore_article').at(-1)).toEqual({
    p_trash_id: HARBOUR.id,
    p_as_draft: true,
    p_version: HARBOUR.updated_at,
    p_slug: 'harbour-again',
  })
})

test('what stands in the way of a translation is explained', async () => {
  await openTrash(
    [trashed(GERMAN)],
    { status: 'translation_exists', languages: ['de'] },
    { status: 'original_missing' },
  )
  const asked = page.getByRole('button', { name: `Restore ${GERMAN.title}` })
  await asked.click()
  await restore.click()
  await expect.element(dialog).toMatchTextContent('There is a new translation by now (German).')
  await restore.click()
  await expect.element(dialog).toMatchTextContent('Restore the original first.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(asked).toHaveFocus()
})
