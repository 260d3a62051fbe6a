import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { announce } from '#app/reader/toasts.tsx'
import { askAboutSavedArticles } from '#app/saved/ask-about-saved.ts'
import { markKept } from '#app/saved/kept-pages.ts'
import { stopKeeping } from '#app/saved/register-worker.ts'
import { changeSavedList, onSavedListChange, readSavedList, StoreError } from '#app/saved/saved-list-store.ts'
import { type KeptPages, useKeptPages } from '#app/saved/use-kept-pages.ts'
import { keptBytes, MAX_KEPT_BYTES, NOT_KEPT_HASH } from '#core/domain/kept-page.ts'
import {
  addImported,
  EMPTY_LIST,
  forgetRead,
  MAX_SAVED,
  readArticles,
  removeSaved,
  type SavedArticle,
  type SavedList,
  savedArticles,
} from '#core/domain/saved-list.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

const MB = 1024 * 1024

/** The saved and read articles, with all actions on them. `keeps`: the publication lets browsers store pages. */
export function SavedScreen({ t, keeps }: { t: Translate; keeps: boolean }) {
  const list = useSavedList() ?? EMPTY_LIST
  const isOnline = useConnection()
  const kept = useKeptPages(keeps && list.offline)
  const [isAskFailed, setAskFailed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const here = new Set(kept.pages?.map(({ path }) => path))
  const { refresh } = kept

  // Done here, and not only by the worker that removes itself: a browser may take its time to ask for that one.
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

  /** Changes the list, or shows why it cannot be changed. Returns true if it was. */
  const change = (make: () => unknown): boolean => {
    try {
      make()
      return true
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      announce({ title: t(`saved.problem.${error.problem}`), variant: 'destructive' })
      return false
    }
  }

  function remove(path: string) {
    if (!change(() => changeSavedList((before) => removeSaved(before, path)))) return
    announce({ title: t('saved.removed') })
    // The button is gone with its article.
    heading.current?.focus()
    void markKept(path, false).then(refresh, console.warn)
  }

  async function removeEverything() {
    // Switched off as well, so that nothing begins again by itself.
    if (!change(() => changeSavedList(() => ({ ...EMPTY_LIST, offline: false })))) return
    await stopKeeping()
    announce({ title: t('saved.all.done') })
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

interface OfflineReadingProps {
  t: Translate
  kept: KeptPages
  isOn: boolean
  change: (make: () => unknown) => boolean
}

/** The pages that are stored for offline reading, and the switch that ends it. */
function OfflineReading({ t, kept: { pages, state, refresh }, isOn, change }: OfflineReadingProps) {
  const max = MAX_KEPT_BYTES / MB

  const setOffline = (offline: boolean) => change(() => changeSavedList((list) => ({ ...list, offline })))
  async function switchOff() {
    if (!setOffline(false)) return
    await stopKeeping()
    refresh()
    announce({ title: t('saved.offline.nowOff') })
  }

  return (
    <section className="mt-14 border-line border-t pt-6">
      <h2 className="font-display text-title-lg font-medium">{t('saved.offline.title')}</h2>
      {isOn && state === 'impossible' && <p className="mt-3 text-soft">{t('saved.offline.impossible')}</p>}
      {isOn && state !== 'impossible' && (
        <>
          <p className="mt-3 text-soft">
            {t('saved.offline.text', { max })}{' '}
            {pages && t('saved.offline.used', { used: Math.ceil(keptBytes(pages) / MB), max })}
          </p>
          <p className="mt-3 text-soft">{t('saved.offline.install')}</p>
        </>
      )}
      {!isOn && <p className="mt-3 text-soft">{t('saved.offline.isOff')}</p>}
      {(!isOn || state === 'kept') && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-5 whitespace-pre-line"
          onClick={() => (isOn ? void switchOff() : setOffline(true))}
        >
          {t(isOn ? 'saved.offline.off' : 'saved.offline.on')}
        </Button>
      )}
    </section>
  )
}

/** The list as it is now; null on the server and in the first rendering of the browser. */
function useSavedList(): SavedList | null {
  return useSyncExternalStore(onSavedListChange, readSavedList, () => null)
}

/** Returns true while the browser has a network connection, as far as it knows. */
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

interface ListFileProps {
  t: Translate
  list: SavedList
  onImported: () => void
}

/** Takes the list along to another browser, as a file. The code that reads and writes one is loaded with its first use. */
function ListFile({ t, list, onImported }: ListFileProps) {
  const { siteUrl } = useSiteData()
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<{ text: string; isProblem: boolean } | null>(null)

  async function write() {
    const { writeSavedFile } = await import('#core/domain/saved-file.ts')
    const url = URL.createObjectURL(new Blob([writeSavedFile(list, siteUrl)], { type: 'application/json' }))
    Object.assign(document.createElement('a'), {
      href: url,
      download: `${t('saved.file.name')}.json`,
    }).click()
    URL.revokeObjectURL(url)
  }

  async function read(file: File) {
    const { readSavedFile, SAVED_FILE_MAX_BYTES } = await import('#core/domain/saved-file.ts')
    const found =
      file.size > SAVED_FILE_MAX_BYTES
        ? { code: 'tooLarge' as const, what: '' }
        : readSavedFile(await file.text(), siteUrl)
    if (!Array.isArray(found)) return fail(t(`saved.import.${found.code}`, { what: found.what ?? '' }))
    let isTooLong = false
    try {
      changeSavedList((before) => {
        const added = addImported(before, found)
        isTooLong = added === null
        return added
      })
    } catch (error) {
      if (error instanceof StoreError) return fail(t(`saved.problem.${error.problem}`))
      throw error
    }
    if (isTooLong) return fail(t('saved.tooMany', { max: MAX_SAVED }))
    setSaid({ text: t('saved.imported', { count: found.length }), isProblem: false })
    onImported()
  }
  const fail = (text: string) => setSaid({ text, isProblem: true })

  return (
    <section className="mt-14 border-line border-t pt-6">
      <h2 className="font-display text-title-lg font-medium">{t('saved.file.title')}</h2>
      <p className="mt-3 text-soft">{t('saved.file.text')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => void write()}>
          {t('saved.file.export')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
          {t('saved.file.import')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t('saved.file.import')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <p role="status" className={`mt-3 ${said?.isProblem ? 'text-red' : ''}`}>
        {said?.text}
      </p>
    </section>
  )
}

interface SavedArticleListProps {
  t: Translate
  articles: SavedArticle[]
  what: 'saved' | 'read'
  /** The addresses that can be read without a network, once that is known. */
  here: ReadonlySet<string>
  isKnown: boolean
  onRemove?: (path: string) => void
}

function SavedArticleList({ articles, onRemove, ...marks }: SavedArticleListProps) {
  const { t, what } = marks
  return (
    <ul
      className={`mt-8 divide-y divide-line border-y ${what === 'saved' ? 'border-ink border-t-3' : 'border-line'}`}
    >
      {articles.map((article) => (
        <li key={article.path} className="py-5">
          {/* A whole load: pages of another build than this one are among them. */}
          <a
            href={article.path}
            lang={article.language}
            // Else an English one would lead to the language that was chosen last.
            data-language={languageOfUrl(new URL(article.path, location.origin))}
            className="font-display text-title font-medium wrap-anywhere decoration-2 underline-offset-4 hover:underline"
          >
            {article.title}
          </a>
          <Marks article={article} {...marks} />
          {onRemove && (
            <button
              type="button"
              className="mt-1 py-1 text-sm font-semibold underline underline-offset-4"
              onClick={() => onRemove(article.path)}
            >
              {t('saved.remove')}
              <span className="sr-only"> {article.title}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Marks({
  t,
  article,
  what,
  here,
  isKnown,
}: Omit<SavedArticleListProps, 'articles'> & { article: SavedArticle }) {
  const { language } = useTranslation()
  const on = (iso: string) => ({ date: formatArticleDate(iso, language) })
  const { saved = '', read = '', withdrawn, corrections = [] } = article
  return (
    <>
      <p className="mt-1 text-sm text-faint">
        {what === 'saved' ? t('saved.on', on(saved)) : t('saved.readOn', on(read))}
        {isKnown && !withdrawn && <> · {t(here.has(article.path) ? 'saved.here' : 'saved.needsNetwork')}</>}
      </p>
      {withdrawn && <p className="mt-2 font-semibold text-red">{t('saved.withdrawn', on(withdrawn))}</p>}
      {corrections.map(({ corrected_at, text }) => (
        <div key={corrected_at} className="mt-2 border-l-3 border-accent pl-5">
          <p className="text-sm font-semibold">{t('saved.corrected', on(corrected_at))}</p>
          <p lang={article.language} className="whitespace-pre-line wrap-anywhere text-soft">
            {text}
          </p>
        </div>
      ))}
    </>
  )
}
