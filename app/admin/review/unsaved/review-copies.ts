import { openBrowserStore } from '#app/admin/article/unsaved/browser-store.ts'
import type { KeptRow } from '#app/admin/review/draft/place-kept.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

/** What was changed in an opened review and not saved, as this browser keeps it. */
export interface ReviewCopy {
  id: string
  /** The administrator who changed it; another one in this browser does not see it. */
  owner: string
  originalId: string
  language: TranslatedLanguage
  /** Of the review that it was begun with. */
  version: string
  rows: KeptRow[]
  /** By the clock of this browser. */
  keptAt: string
}

/** The oldest make room. */
const MAX_COPIES = 50

const store = openBrowserStore<ReviewCopy>({ database: 'admin-unsaved-reviews', name: 'copies' })

/** @throws when the browser does not store anything */
export const keepReviewCopy = store.put
export const discardReviewCopy = store.remove

/** What this administrator changed in this review, the earliest first; nothing when the browser stores nothing. */
export async function listReviewCopies(
  of: Pick<ReviewCopy, 'owner' | 'originalId' | 'language'>,
): Promise<ReviewCopy[]> {
  try {
    const all = (await store.list()).toSorted((a, b) => b.keptAt.localeCompare(a.keptAt))
    await Promise.all(all.slice(MAX_COPIES).map(({ id }) => store.remove(id)))
    return all
      .slice(0, MAX_COPIES)
      .filter(
        ({ owner, originalId, language }) =>
          owner === of.owner && originalId === of.originalId && language === of.language,
      )
      .toReversed()
  } catch (error) {
    console.warn('This browser cannot be asked for unsaved work', error)
    return []
  }
}
