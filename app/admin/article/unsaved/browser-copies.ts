import { openBrowserStore } from '#app/admin/article/unsaved/browser-store.ts'
import type { FormValues } from '#core/domain/working-copy-input.ts'

/** What was typed in an opened form and not saved, as this browser keeps it. */
export interface BrowserCopy {
  id: string
  /** The administrator who typed it; another one in this browser does not see it. */
  owner: string
  article_id: string
  since: string | null
  form: FormValues
  /** By the clock of this browser. */
  kept_at: string
}

/** The oldest make room; each may have a megabyte. */
const MAX_COPIES = 50

const store = openBrowserStore<BrowserCopy>({ database: 'admin-unsaved', name: 'copies' })

/** Stores a copy in place of the earlier one of its form. @throws when the browser does not store anything */
export const keepBrowserCopy = store.put
export const discardBrowserCopy = store.remove

/** What this administrator typed in this browser, the latest first; nothing when the browser stores nothing. */
export async function listBrowserCopies(owner: string): Promise<BrowserCopy[]> {
  try {
    const sorted = (await store.list()).toSorted((a, b) => b.kept_at.localeCompare(a.kept_at))
    await Promise.all(sorted.slice(MAX_COPIES).map((copy) => discardBrowserCopy(copy.id)))
    return sorted.slice(0, MAX_COPIES).filter((copy) => copy.owner === owner)
  } catch (error) {
    console.warn('This browser cannot be asked for unsaved work', error)
    return []
  }
}
