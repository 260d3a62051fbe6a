import { createRoot } from 'react-dom/client'
import { SearchOverlay } from '#app/components/search/search-overlay.tsx'
import { Page } from '#app/document/page-context.ts'
import { loadPage } from '#app/reader/page-here.ts'

const filled = new WeakSet<HTMLDialogElement>()

/** Fills the open dialog with the search. */
export async function start(dialog: HTMLDialogElement): Promise<void> {
  const { page } = await loadPage()
  // It may have been closed in the meantime, and opened again.
  if (!dialog.open || filled.has(dialog)) return
  filled.add(dialog)
  const root = createRoot(dialog)
  const empty = () => {
    root.unmount()
    filled.delete(dialog)
  }
  dialog.addEventListener('close', empty, { once: true })
  root.render(
    <Page value={page}>
      <SearchOverlay dialog={dialog} />
    </Page>,
  )
}

// Asked for together with this code, which is loaded when a reader points at the button.
void loadPage().catch(() => {})
