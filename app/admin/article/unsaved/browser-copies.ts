import { openBrowserCopies } from '#app/admin/article/unsaved/browser-store.ts'
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

export const browserCopies = openBrowserCopies<BrowserCopy>('admin-unsaved', ({ kept_at }) => kept_at)
