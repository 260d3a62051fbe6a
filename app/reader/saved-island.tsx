import { createRoot } from 'react-dom/client'
import { SavedScreen } from '#app/components/saved/saved-screen.tsx'
import { Page } from '#app/document/page-context.ts'
import { loadPage } from '#app/reader/page-here.ts'
import { loadSavedWords } from '#app/saved/load-saved-words.ts'

/** Shows the saved articles of this browser. */
export async function start(island: HTMLElement): Promise<void> {
  const [{ page }, words] = await Promise.all([loadPage(), loadSavedWords()])
  createRoot(island).render(
    <Page value={page}>
      <SavedScreen {...words} />
    </Page>,
  )
}
