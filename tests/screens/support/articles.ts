import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Article } from '#core/domain/article.ts'
import type { ArticleRevision, ChangedVersion } from '#core/domain/article-revision.ts'
import type { StoryVersion } from '#core/domain/article-schedule.ts'
import type { Answers } from './network.ts'
import { openScreen } from './open-screen.tsx'
import { ADMIN } from './sessions.ts'

let articles = 0

/** A published English original; each has an id of its own. */
export function anArticleRow(values: Partial<Article> = {}): Article {
  const at = values.created_at ?? '2026-11-18T09:00:00+00:00'
  return {
    id: `a1000000-0000-4000-8000-${String(++articles).padStart(12, '0')}`,
    slug: 'chips-from-vienna',
    language: 'en',
    title: 'Chips from Vienna',
    subtitle: null,
    excerpt: 'A factory that nobody expected.',
    content: 'The first paragraph.\n\nThe second paragraph.\n',
    category: 'tech',
    author: 'Ida Novak',
    reading_time: '5 min read',
    hero_image: null,
    publish_date: at,
    published: true,
    featured: false,
    original_article_id: null,
    created_at: at,
    updated_at: at,
    social_title: null,
    social_description: null,
    social_image: null,
    ...values,
  }
}

/** A revision of an article, with its text at that time. */
export const aRevisionRow = (
  article: Article,
  id: number,
  values: Partial<ArticleRevision> = {},
): ArticleRevision => ({
  id,
  article_id: article.id,
  made_at: `2026-11-2${id}T09:00:00+00:00`,
  made_by: ADMIN.member?.user_id ?? null,
  note: null,
  title: article.title,
  published: false,
  article,
  words: 8,
  words_added: null,
  words_removed: null,
  events: [],
  ...values,
})

/** The response to an act when another version was saved than the one that it names. */
export const aChange = (values: Partial<ChangedVersion> = {}): ChangedVersion => ({
  status: 'changed',
  version: '2026-11-22T09:00:00.654321+00:00',
  by: 'Ben Weber',
  at: '2026-11-22T09:00:00+00:00',
  from: 1,
  to: 2,
  ...values,
})

/** A published translation of it. */
export const aTranslationRow = (
  { id, ...original }: Article,
  language: Article['language'],
  values: Partial<Article> = {},
): Article =>
  anArticleRow({
    ...original,
    original_article_id: id,
    featured: false,
    language,
    slug: `${original.slug}-${language}`,
    title: `${original.title} (${language})`,
    ...values,
  })

/** The database's versions of these articles, none of which lacks anything. */
const versionsOf = (rows: readonly Article[]): StoryVersion[] =>
  rows.map(({ id, language, slug, title, published, publish_date, updated_at, original_article_id }) => ({
    ...{ id, language, slug, title, published, publish_date, updated_at },
    is_original: original_article_id === null,
    missing: [],
    unfinished: null,
    waits_for_review: false,
  }))

/** Opens a screen of a desk that has these articles, which the account may write. */
export function openWithArticles(
  path: string,
  rows: readonly Article[] = [],
  given: Partial<Answers> = {},
): ReturnType<typeof openScreen> {
  return openScreen(path, {
    ...given,
    tables: { articles: [...rows], ...given.tables },
    functions: { 'check-links': { results: [] }, ...given.functions },
    calls: {
      may_write_article: true,
      list_story_versions: versionsOf(rows),
      describe_drafts: [],
      count_article_views: [],
      find_idea_of: null,
      ...given.calls,
    },
  })
}

export const titleField = page.getByLabelText('Title', { exact: true })
export const contentField = page.getByRole('textbox', { name: 'Content' })

/** The same, with the form of an article, which can be typed in. */
export async function openForm(
  rows: readonly Article[],
  given: Partial<Answers> & { path?: string } = {},
): ReturnType<typeof openScreen> {
  const path = given.path ?? (rows[0] ? `/admin/articles/edit/${rows[0].slug}` : '/admin/articles/new')
  const screen = await openWithArticles(path, rows, given)
  await expect.element(titleField).toBeVisible()
  return screen
}

/** Opens what is below a tab beside the story. */
export const openTab = (name: string): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** Waits until the server has what was typed. */
export async function expectKept(): Promise<void> {
  await expect.element(page.getByText(/^Saved for you at/)).toBeVisible()
}
