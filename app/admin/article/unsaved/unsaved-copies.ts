import { type ArticleForm, differingFields, formOfCopy } from '#app/admin/article/article-form.ts'
import { type BrowserCopy, browserCopies, listLockedCopies } from '#app/admin/article/unsaved/local-copies.ts'
import type { UnsavedWork } from '#app/admin/article/unsaved/unsaved-work.ts'
import { browserClient } from '#app/browser-client.ts'
import { listSavedIds } from '#core/data/desk-articles.ts'
import { discardWorkingCopy, listUnsavedNewArticles, listWorkingCopies } from '#core/data/working-copies.ts'
import type { FormValues, WorkingCopy } from '#core/domain/working-copy-input.ts'

/** What was typed in a form that was opened earlier and not saved. */
export interface UnsavedCopy {
  id: string
  article_id: string
  since: string | null
  form: ArticleForm
  /** When it was last kept. */
  at: string
  /** Whether it was typed in this browser. */
  isFromHere: boolean
}

type Kept = Pick<BrowserCopy, 'id' | 'article_id' | 'since' | 'form'> & Pick<UnsavedCopy, 'at' | 'isFromHere'>

/** The field of a copy that counts the changes of its form, because clocks of several machines do not agree. */
const EDITION = 'edition'

/** A form as it is kept. */
export function keptForm(form: ArticleForm, edition: number): FormValues {
  return { ...form, [EDITION]: edition }
}

/**
 * The copies that differ from what is stored. Of a form that was kept in both places the one of the later edition counts;
 * of two with the same text, the first.
 */
export function mergeCopies(
  here: readonly BrowserCopy[],
  there: readonly WorkingCopy[],
  stored: ArticleForm,
): { offered: UnsavedCopy[]; superfluous: string[] } {
  const copies = new Map<string, Kept>(
    there.map((copy) => [copy.id, { ...copy, at: copy.updated_at, isFromHere: false }]),
  )
  for (const copy of here) {
    const known = copies.get(copy.id)
    const isLater = !known || editionOf(copy.form) > editionOf(known.form)
    copies.set(copy.id, { ...(isLater ? copy : known), at: known?.at ?? copy.kept_at, isFromHere: true })
  }
  const offered: UnsavedCopy[] = []
  const superfluous: string[] = []
  const latestFirst = [...copies.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  for (const { id, article_id, since, at, isFromHere, ...copy } of latestFirst) {
    const form = formOfCopy(copy.form, stored)
    const isKnown = [stored, ...offered.map((other) => other.form)].some(
      (other) => differingFields(form, other).length === 0,
    )
    if (isKnown) superfluous.push(id)
    else offered.push({ id, article_id, since, form, at, isFromHere })
  }
  return { offered, superfluous }
}

function editionOf(form: FormValues): number {
  const edition = Object.hasOwn(form, EDITION) ? form[EDITION] : 0
  return typeof edition === 'number' ? edition : 0
}

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
  const open = await listLockedCopies()
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

/** Discards the copy that a form was restored from, as soon as the form is kept itself. Returns a function that stops waiting. */
export function replaceCopy(work: UnsavedWork, copyId: string): () => void {
  const unsubscribe = work.subscribe(() => {
    const { isDirty, here, there } = work.state()
    if (isDirty && (here !== 'kept' || there !== 'kept')) return
    unsubscribe()
    discardCopy(copyId).catch((error: unknown) => console.warn('The restored copy is still there', error))
  })
  return unsubscribe
}
