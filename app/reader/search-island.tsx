import { createRoot } from 'react-dom/client'
import { SearchOverlay } from '#app/components/search/search-overlay.tsx'
import { Page } from '#app/document/page-context.ts'
import { loadPage } from '#app/reader/page-here.ts'

/** Fills the open dialog with the search. */
export async function start(dialog: HTMLDialogElement): Promise<void> {
  const { page } = await loadPage()
  if (!dialog.open) return
  const root = createRoot(dialog)
  dialog.addEventListener('close', () => root.unmount())
  root.render(
    <Page value={page}>
      <SearchOverlay dialog={dialog} />
    </Page>,
  )
}

// Asked for together with this code, which is loaded when a reader points at the button.
void loadPage().catch(() => {})
