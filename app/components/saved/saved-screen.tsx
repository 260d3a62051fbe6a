import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ListFile } from '#app/components/saved/list-file.tsx'
import { OfflineReading } from '#app/components/saved/offline-reading.tsx'
import { SavedArticleList } from '#app/components/saved/saved-article-list.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { askAboutSavedArticles } from '#app/saved/ask-about-saved.ts'
import { markKept } from '#app/saved/kept-pages.ts'
import { stopKeeping } from '#app/saved/register-worker.ts'
import { changeSavedList, onSavedListChange, readSavedList, StoreError } from '#app/saved/saved-list-store.ts'
import { useKeptPages } from '#app/saved/use-kept-pages.ts'
import { NOT_KEPT_HASH } from '#core/domain/kept-page.ts'
import {
  EMPTY_LIST,
  forgetRead,
  readArticles,
  removeSaved,
  type SavedList,
  savedArticles,
} from '#core/domain/saved-list.ts'
import type { Translate } from '#core/i18n/translator.ts'

/** What is saved and read, and everything that can be done with it. `keeps`: whether the publication lets browsers keep pages. */
export function SavedScreen({ t, keeps }: { t: Translate; keeps: boolean }) {
  const { toast } = useToast()
  const list = useSavedList() ?? EMPTY_LIST
  const isOnline = useConnection()
  const kept = useKeptPages(keeps && list.offline)
  const [isAskFailed, setAskFailed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const here = new Set(kept.pages?.map(({ path }) => path))
  const { refresh } = kept

  // Not only the worker that removes itself: a browser may take its time to ask for that one.
  useEffect(() => {
    if (!keeps) void stopKeeping().catch(console.warn)
  }, [keeps])

  useEffect(() => {
    if (!isOnline) return
    void askAboutSavedArticles()
      .then(() => setAskFailed(false))
      .catch((error) => {
        console.warn(error)
        setAskFailed(true)
      })
      .finally(refresh)
  }, [isOnline, refresh])

  /** Changes the list, or says why it cannot be changed; returns whether it was. */
  const change = (make: () => unknown): boolean => {
    try {
      make()
      return true
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      toast({ title: t(`saved.problem.${error.problem}`), variant: 'destructive' })
      return false
    }
  }

  function remove(path: string) {
    if (!change(() => changeSavedList((before) => removeSaved(before, path)))) return
    toast({ title: t('saved.removed') })
    // The button is gone with its article.
    heading.current?.focus()
    void markKept(path, false).then(refresh, console.warn)
  }

  async function removeEverything() {
    // Switched off as well, so that nothing begins again by itself.
    if (!change(() => changeSavedList(() => ({ ...EMPTY_LIST, offline: false })))) return
    await stopKeeping()
    toast({ title: t('saved.all.done') })
    heading.current?.focus()
  }

  const marks = { t, here, isKnown: kept.pages !== null }
  return (
    <>
      <div role="status" className="mt-6 grid gap-2 font-serif text-lg">
        {location.hash === NOT_KEPT_HASH && <p>{t('saved.notKept')}</p>}
        {!isOnline && <p>{t('saved.noNetwork')}</p>}
        {isOnline && isAskFailed && <p>{t('saved.askFailed')}</p>}
      </div>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {t('saved.done')}
      </h2>
      {savedArticles(list).length === 0 ? (
        <p className="mt-8 border-line border-y py-12 text-center font-serif text-deck">{t('saved.empty')}</p>
      ) : (
        <SavedArticleList {...marks} articles={savedArticles(list)} what="saved" onRemove={remove} />
      )}
      <section className="mt-14">
        <h2 className="font-display text-title-lg font-medium">{t('saved.read.title')}</h2>
        {readArticles(list).length === 0 ? (
          <p className="mt-3 text-soft">{t('saved.read.empty')}</p>
        ) : (
          <>
            <SavedArticleList {...marks} articles={readArticles(list)} what="read" />
            <Button
              variant="secondary"
              size="sm"
              className="mt-5"
              onClick={() => change(() => changeSavedList(forgetRead))}
            >
              {t('saved.read.forget')}
            </Button>
          </>
        )}
      </section>
      {keeps && <OfflineReading t={t} kept={kept} isOn={list.offline} change={change} />}
      <ListFile t={t} list={list} onImported={() => void askAboutSavedArticles().catch(console.warn)} />
      <section className="mt-14 border-line border-t pt-6">
        <h2 className="font-display text-title-lg font-medium">{t('saved.all.title')}</h2>
        <p className="mt-3 text-soft">{t('saved.all.text')}</p>
        <Button variant="destructive" size="sm" className="mt-5" onClick={() => void removeEverything()}>
          {t('saved.all.title')}
        </Button>
      </section>
    </>
  )
}

/** The list as it is now; null on the server and in the first rendering of the browser. */
function useSavedList(): SavedList | null {
  return useSyncExternalStore(onSavedListChange, readSavedList, () => null)
}

/** Whether the browser has a network, as far as it knows. */
function useConnection(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed)
      addEventListener('offline', changed)
      return () => {
        removeEventListener('online', changed)
        removeEventListener('offline', changed)
      }
    },
    () => navigator.onLine,
    () => true,
  )
}
