import { announce } from '#app/components/ui/toast.tsx'
import { dataRouter } from '#app/document/data-router.ts'
import { HYDRATED_EVENT } from '#app/document/inline-parts.ts'
import { askWhenDue } from '#app/saved/ask-about-saved.ts'
import { keepListPage, keepPage } from '#app/saved/kept-pages.ts'
import { loadSavedWords } from '#app/saved/load-saved-words.ts'
import { onWorkerUpdate, stopKeeping } from '#app/saved/register-worker.ts'
import { showSaved } from '#app/saved/save-shown-article.tsx'
import { changeSavedList, readSavedList } from '#app/saved/saved-list-store.ts'
import { shownArticle } from '#app/saved/shown-article.ts'
import { findSaved, noteRead } from '#core/domain/saved-list.ts'

/** An offer stays until the reader has seen it. */
const OFFER_MS = 20_000

// A page that the worker has given this to loads it before its router.
if (dataRouter()) followReading()
else addEventListener(HYDRATED_EVENT, followReading, { once: true })

/** Notes what is read, keeps it for when there is no network, and offers new versions, from when this is loaded. */
function followReading(): void {
  const router = dataRouter()
  if (!router) return
  let shown = ''
  const look = () => {
    const path = shownArticle()?.path ?? ''
    if (path === shown) return
    shown = path
    if (path) void noteShownArticle().catch(console.warn)
  }
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') look()
  })
  look()
  if (lacksOriginal()) void sayNotKept().catch(console.warn)
  void onWorkerUpdate((use) => void offerUpdate(use))
  void askWhenDue().catch(console.warn)
}

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

/** Without a network the worker has answered with the translation alone. */
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
