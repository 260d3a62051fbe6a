import { announce } from '#app/reader/toasts.tsx'
import { askWhenDue } from '#app/saved/ask-about-saved.ts'
import { keepListPage, keepPage } from '#app/saved/kept-pages.ts'
import { loadSavedWords } from '#app/saved/load-saved-words.ts'
import { onWorkerUpdate, stopKeeping } from '#app/saved/register-worker.ts'
import { shownArticle, showSaved } from '#app/saved/save-shown-article.tsx'
import { changeSavedList, readSavedList } from '#app/saved/saved-list-store.ts'
import { findSaved, noteRead } from '#core/domain/saved-list.ts'

/** An offer stays until the reader has seen it. */
const OFFER_MS = 20_000

// Notes the articles that are read, stores them for offline reading, and offers new versions.
void noteShownArticle().catch(console.warn)
if (lacksOriginal()) void sayNotKept().catch(console.warn)
void onWorkerUpdate((use) => void offerUpdate(use))
void askWhenDue().catch(console.warn)

async function noteShownArticle(): Promise<void> {
  const article = shownArticle()
  if (!article || !readSavedList().offline) return
  // It may have been removed in another tab, or by the reader just now.
  if (!(await navigator.serviceWorker.getRegistration())) return
  if (!(await loadSavedWords()).keeps) return stopKeeping()
  const list = changeSavedList((before) => noteRead(before, article, new Date().toISOString()))
  const isSaved = findSaved(list, article.path) !== undefined
  if (isSaved) await showSaved(true)
  await keepPage(article.path, { isSaved })
  await keepListPage()
}

/** The worker has answered without a network, with the translation alone. */
function lacksOriginal(): boolean {
  const wanted = new URLSearchParams(location.search).has('beside')
  return !navigator.onLine && wanted && !document.querySelector('.beside-leave')
}

async function sayNotKept(): Promise<void> {
  const { t } = await loadSavedWords()
  announce({ title: t('saved.notKept'), description: t('saved.needsNetwork') })
}

async function offerUpdate(use: () => void): Promise<void> {
  const { t, keeps } = await loadSavedWords({ isAnew: true })
  // The one that waits removes itself, so it is nothing to offer.
  if (!keeps) return stopKeeping()
  announce({
    title: t('saved.update.title'),
    description: (
      <button type="button" className="py-1 font-semibold underline underline-offset-4" onClick={use}>
        {t('saved.update.use')}
      </button>
    ),
    durationMs: OFFER_MS,
  })
}
