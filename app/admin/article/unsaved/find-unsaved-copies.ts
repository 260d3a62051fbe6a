import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import { browserCopies } from '#app/admin/article/unsaved/browser-copies.ts'
import { heldForms } from '#app/admin/article/unsaved/hold-form.ts'
import { mergeCopies, type UnsavedCopy } from '#app/admin/article/unsaved/unsaved-copy.ts'
import { browserClient } from '#app/browser-client.ts'
import { listSavedIds } from '#core/data/desk-articles.ts'
import { discardWorkingCopy, listUnsavedNewArticles, listWorkingCopies } from '#core/data/working-copies.ts'

export interface FoundCopies {
  offered: UnsavedCopy[]
  /** The ids of those that are being typed in another tab. */
  open: ReadonlySet<string>
}

interface FindOptions {
  owner: string
  /** Null for articles that were never saved. */
  articleId: string | null
  /** The copy of the form that asks. */
  ownCopyId: string
  stored: ArticleForm
}

/** What this administrator typed of an article and did not save, here or in another browser, the latest first. */
export async function findUnsavedCopies({
  owner,
  articleId,
  ownCopyId,
  stored,
}: FindOptions): Promise<FoundCopies> {
  const client = browserClient()
  // Without a connection there is still what this browser has.
  const [there, all] = await Promise.all([
    (articleId ? listWorkingCopies(client, articleId) : listUnsavedNewArticles(client)).catch(() => []),
    browserCopies.list((copy) => copy.owner === owner),
  ])
  const here = all.filter((copy) => (articleId ? copy.article_id === articleId : copy.since === null))
  const saved = articleId ? new Set() : await savedAmong([...here, ...there])
  const isToOffer = ({ id, article_id }: { id: string; article_id: string }) =>
    id !== ownCopyId && !saved.has(article_id)
  const { offered, superfluous } = mergeCopies(here.filter(isToOffer), there.filter(isToOffer), stored)
  const open = await heldForms()
  for (const id of superfluous) if (!open.has(id)) void discardCopy(id).catch(() => {})
  return { offered, open }
}

/** A new article whose save was not answered in time is offered where it is edited. */
async function savedAmong(copies: readonly { article_id: string }[]): Promise<Set<string>> {
  const ids = copies.map((copy) => copy.article_id)
  return listSavedIds(browserClient(), ids).catch(() => new Set<string>())
}

export async function discardCopy(id: string): Promise<void> {
  await browserCopies.remove(id).catch(() => {})
  await discardWorkingCopy(browserClient(), id)
}
