import { announce, announceLost } from '#app/reader/toasts.tsx'
import { keepListPage, keepPage, markKept } from '#app/saved/kept-pages.ts'
import { loadSavedWords } from '#app/saved/load-saved-words.ts'
import { registerWorker } from '#app/saved/register-worker.ts'
import { changeSavedList, readSavedList, StoreError } from '#app/saved/saved-list-store.ts'
import { keptPathOf } from '#core/domain/kept-page.ts'
import { findSaved, MAX_SAVED, removeSaved, type ShownArticle, saveArticle } from '#core/domain/saved-list.ts'
import { languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { SAVED_PATH } from '#core/paths.ts'

/** The article of the page that is shown; null on any other page. */
export function shownArticle(): ShownArticle | null {
  const path = keptPathOf(new URL(location.href))
  const described = document.querySelector<HTMLElement>('[data-saves]')?.dataset.saves
  return path && described ? { ...(JSON.parse(described) as Omit<ShownArticle, 'path'>), path } : null
}

/** The time for which the link to the list is shown. */
const SAID_MS = 8_000

/** Saves the article of the page for later, or removes it from the list. */
export async function saveShownArticle(): Promise<void> {
  const article = shownArticle()
  if (!article) return
  const loaded = await loadSavedWords().catch(() => null)
  if (!loaded) return announceLost()
  const { t, keeps } = loaded
  const isSaved = findSaved(readSavedList(), article.path) !== undefined
  try {
    const list = changeSavedList((before) =>
      isSaved ? removeSaved(before, article.path) : saveArticle(before, article, new Date().toISOString()),
    )
    if (!isSaved && !findSaved(list, article.path))
      return say(t, t('saved.tooMany', { max: MAX_SAVED }), true)
  } catch (error) {
    if (error instanceof StoreError) return say(t, t(`saved.problem.${error.problem}`), true)
    throw error
  }
  await showSaved(!isSaved)
  if (isSaved) {
    say(t, t('saved.removed'))
    await markKept(article.path, false).catch(console.warn)
    return
  }
  say(t, t('saved.done'))
  const result = keeps && (await registerWorker()) ? await keepArticle(article.path) : null
  if (result === 'kept') say(t, t('saved.doneOffline'))
  else if (result === 'full') say(t, t('saved.doneFull'))
}

async function keepArticle(path: string) {
  const result = await keepPage(path, { isSaved: true })
  await keepListPage()
  await import('#app/saved/follow-reading.tsx')
  // Browsers may ask the reader, so it is wanted only where something was saved.
  void navigator.storage?.persist?.().catch(console.warn)
  return result
}

/** Shows on the button of the page whether its article is saved. */
export async function showSaved(isSaved: boolean): Promise<void> {
  const { t } = await loadSavedWords()
  for (const button of document.querySelectorAll('[data-saves]'))
    button.textContent = t(isSaved ? 'saved.unsave' : 'saved.save')
}

function say(t: Translate, title: string, isProblem = false): void {
  announce({
    title,
    description: (
      <a
        href={localizedPath(SAVED_PATH, languageOfUrl(location))}
        className="inline-block py-1 font-semibold underline underline-offset-4"
      >
        {t('saved.title')}
      </a>
    ),
    durationMs: SAID_MS,
    ...(isProblem && { variant: 'destructive' as const }),
  })
}
