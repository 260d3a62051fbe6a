import { UUID } from '#app/admin/article/unsaved/local-copies.ts'
import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listNotes, mayWriteArticle } from '#core/data/article-notes.ts'
import type { Client } from '#core/data/client.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import type { ArticleNote } from '#core/domain/article-note.ts'

export const NOTES_KEY = ['notes']

export interface ArticleNotes {
  notes: ArticleNote[]
  /** The id of who is signed in. */
  me: string
  /** Whether they decide about suggestions. */
  mayWrite: boolean
}

export const articleNotesQuery = (articleId: string) =>
  deskQuery([...NOTES_KEY, articleId], (client) => read(client, articleId), { live: ['article_notes'] })

async function read(client: Client, articleId: string): Promise<ArticleNotes> {
  const [notes, mayWrite, session] = await Promise.all([
    listNotes(client, articleId),
    mayWriteArticle(client, articleId),
    client.auth.getSession(),
  ])
  return { notes, mayWrite, me: session.data.session?.user.id ?? '' }
}

/** The article whose changes are suggested; null where there is none that may be read. */
export const suggestedArticleQuery = (articleId: string) =>
  deskQuery(
    [...NOTES_KEY, 'text', articleId],
    (client) => (UUID.test(articleId) ? findDeskArticle(client, articleId) : Promise.resolve(null)),
    { live: ['articles'] },
  )

/** Who wrote a note or decided about it: the present name, or the one of then for somebody who has left. */
export type NameOf = (id: string | null, nameThen: string | null) => string

export const nameIn =
  (colleagues: readonly { user_id: string; name: string }[]): NameOf =>
  (id, nameThen) =>
    colleagues.find(({ user_id }) => user_id === id)?.name ?? nameThen ?? t('notes.somebody')
