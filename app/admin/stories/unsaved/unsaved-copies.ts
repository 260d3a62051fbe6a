import { UUID } from '#app/admin/kit/query/random-id.ts'
import {
  type ArticleForm,
  differingFields,
  formOfCopy,
} from '#app/admin/stories/article-form/article-form.ts'
import {
  type LocalCopy,
  listLockedCopies,
  localCopies,
  removeLocalCopies,
} from '#app/admin/stories/unsaved/local-copies.ts'
import { browserClient } from '#app/browser-client.ts'
import { listSavedIds } from '#core/data/desk-articles.ts'
import {
  discardWorkingCopies,
  discardWorkingCopy,
  findWorkingCopy,
  listUnsavedNewArticles,
  listWorkingCopies,
} from '#core/data/working-copies.ts'
import type { FormValues, WorkingCopy } from '#core/domain/working-copy.ts'

/** The text that was typed in a form that was opened earlier and not saved. */
export interface UnsavedCopy {
  id: string
  article_id: string
  since: string | null
  form: ArticleForm
  /** The ids of the copies that its form was restored from, which it replaces. */
  sources: string[]
  /** The time when it was last stored. */
  at: string
  /** True if it was typed in this browser. */
  isFromHere: boolean
}

type CopySource = Pick<LocalCopy, 'id' | 'article_id' | 'since' | 'form'> &
  Pick<UnsavedCopy, 'at' | 'isFromHere'>

/** The field of a copy that counts the changes of its form, because the clocks of several machines differ. */
const EDITION = 'edition'

/** The field that names the copies which a form was restored from. */
const SOURCES = 'restored_from'
/** Of those that were restored one from another; a field has room for more. */
const MAX_SOURCES = 100

/** A form as it is stored in a copy. */
export function storedForm(form: ArticleForm, edition: number, sources: readonly string[] = []): FormValues {
  const from = sources.slice(0, MAX_SOURCES).join(' ')
  return { ...form, [EDITION]: edition, ...(from && { [SOURCES]: from }) }
}

/**
 * The copies that differ from what is stored. Of a form with a copy in both places the later edition wins;
 * of two copies with the same text, the first.
 */
export function mergeCopies(
  here: readonly LocalCopy[],
  there: readonly WorkingCopy[],
  stored: ArticleForm,
): { offered: UnsavedCopy[]; redundant: string[] } {
  const copies = new Map<string, CopySource>(
    there.map((copy) => [copy.id, { ...copy, at: copy.updated_at, isFromHere: false }]),
  )
  for (const copy of here) {
    const known = copies.get(copy.id)
    const isLater = !known || editionOf(copy.form) > editionOf(known.form)
    copies.set(copy.id, { ...(isLater ? copy : known), at: known?.at ?? copy.kept_at, isFromHere: true })
  }
  const offered: UnsavedCopy[] = []
  const redundant: string[] = []
  const latestFirst = [...copies.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  for (const { id, article_id, since, at, isFromHere, ...copy } of latestFirst) {
    const form = formOfCopy(copy.form, stored)
    const isKnown = [stored, ...offered.map((other) => other.form)].some(
      (other) => differingFields(form, other).length === 0,
    )
    if (isKnown) redundant.push(id)
    else offered.push({ id, article_id, since, form, sources: sourcesOf(copy.form), at, isFromHere })
  }
  return { offered, redundant }
}

function editionOf(form: FormValues): number {
  const edition = Object.hasOwn(form, EDITION) ? form[EDITION] : 0
  return typeof edition === 'number' ? edition : 0
}

function sourcesOf(form: FormValues): string[] {
  const ids = Object.hasOwn(form, SOURCES) ? form[SOURCES] : ''
  return typeof ids === 'string' ? ids.split(' ').filter((id) => UUID.test(id)) : []
}

export interface UnsavedCopies {
  offered: UnsavedCopy[]
  /** The ids of those that are open in another tab. */
  open: ReadonlySet<string>
}

interface FindOptions {
  owner: string
  /** Null for new articles. */
  articleId: string | null
  /** The copy of the calling form, which is left out. */
  ownCopyId: string
  /** The copy that the calling form was restored from, which is left out as well. */
  restoredId: string | null
  /** The copy that the editor has chosen in a list, which may be older than those that are offered. */
  chosenId: string | null
  stored: ArticleForm
}

/** The unsaved copies of an article that this administrator has, in this browser or on the server, the latest first. */
export async function findUnsavedCopies({
  owner,
  articleId,
  ownCopyId,
  restoredId,
  chosenId,
  stored,
}: FindOptions): Promise<UnsavedCopies> {
  const client = browserClient()
  // Without a connection, the local copies are still found.
  const [latest, chosen, all] = await Promise.all([
    (articleId ? listWorkingCopies(client, articleId) : listUnsavedNewArticles(client)).catch(() => []),
    chosenId && !articleId ? findWorkingCopy(client, chosenId).catch(() => null) : null,
    localCopies.list((copy) => copy.owner === owner),
  ])
  const there = [...latest, ...(chosen?.since === null ? [chosen] : [])]
  const here = all.filter((copy) => (articleId ? copy.article_id === articleId : copy.since === null))
  const saved = articleId ? new Set() : await savedAmong([...here, ...there])
  const isToOffer = ({ id, article_id }: { id: string; article_id: string }) =>
    id !== ownCopyId && id !== restoredId && !saved.has(article_id)
  const { offered, redundant } = mergeCopies(here.filter(isToOffer), there.filter(isToOffer), stored)
  const open = await listLockedCopies()
  for (const id of redundant) if (!open.has(id)) void discardCopy(id).catch(() => {})
  return { offered, open }
}

/** The articles among the copies that were saved after all; their copies are offered on the page of the article. */
async function savedAmong(copies: readonly { article_id: string }[]): Promise<Set<string>> {
  const ids = copies.map((copy) => copy.article_id)
  return listSavedIds(browserClient(), ids).catch(() => new Set<string>())
}

export async function discardCopy(...ids: string[]): Promise<void> {
  await removeLocalCopies(...ids).catch(() => {})
  await discardWorkingCopy(browserClient(), ...ids)
}

/** Discards all that was typed of an article and not saved, here and on the server. */
export async function discardCopies(articleId: string): Promise<void> {
  const here = await localCopies.list((copy) => copy.article_id === articleId)
  await Promise.all(here.map(({ id }) => localCopies.remove(id).catch(() => {})))
  await discardWorkingCopies(browserClient(), articleId)
}
