import { openBrowserStore } from '#app/admin/article/unsaved/browser-store.ts'
import type { UnsavedText } from '#app/admin/newsletter/draft/issue-draft.ts'

/** What was typed in an issue and is not on the server, as this browser keeps it. */
export interface KeptTexts {
  id: string
  /** The administrator who typed it; another one in this browser does not see it. */
  owner: string
  issueId: string
  texts: Pick<UnsavedText, 'place' | 'base' | 'typed'>[]
  /** By the clock of this browser. */
  keptAt: string
}

/** The oldest make room. */
const MAX_COPIES = 30

const store = openBrowserStore<KeptTexts>({ database: 'admin-unsaved-newsletters', name: 'copies' })

/** @throws when the browser does not store anything */
export const keepTexts = store.put
export const discardKeptTexts = store.remove

/** What this administrator typed in this issue, the latest first; nothing when the browser stores nothing. */
export async function listKeptTexts(of: Pick<KeptTexts, 'owner' | 'issueId'>): Promise<KeptTexts[]> {
  try {
    const all = (await store.list()).toSorted((a, b) => b.keptAt.localeCompare(a.keptAt))
    await Promise.all(all.slice(MAX_COPIES).map(({ id }) => store.remove(id)))
    return all
      .slice(0, MAX_COPIES)
      .filter(({ owner, issueId }) => owner === of.owner && issueId === of.issueId)
  } catch (error) {
    console.warn('This browser cannot be asked for unsaved work', error)
    return []
  }
}
