import { useEffect, useId, useRef, useState } from 'react'
import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { SearchMessage } from '#app/components/search/search-message.tsx'
import { useSearchResults } from '#app/components/search/use-search-results.ts'
import { Button } from '#app/components/ui/button.tsx'
import { ArrowRight, X } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { plainClick } from '#app/reader/plain-click.ts'
import { type FoundArticle, fullTextOf, SEARCH_MAX_LENGTH } from '#core/domain/search.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { articlePath, searchPath } from '#core/paths.ts'

const POPULAR = ['ai', 'gpt', 'machineLearning', 'technology', 'business', 'innovation'] as const

/** The contents of the search dialog, which is open as long as this is rendered. */
export function SearchOverlay({ dialog }: { dialog: HTMLDialogElement }) {
  const { language, t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const state = useSearchResults(typed)
  const count = state.kind === 'found' ? state.articles.length : 0

  useEffect(() => {
    dialog.ariaLabel = t('search.label')
    input.current?.focus()
    enterSearch(() => dialog.close())
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => {
      style.overflow = ''
      void leaveSearch()
    }
  }, [dialog, t])

  const close = () => dialog.close()
  /** Closes the search before it leads on, so that Back leads to the page beneath. */
  async function goTo(path: string) {
    close()
    await leaveSearch()
    location.assign(path)
  }
  function follow(event: React.MouseEvent<HTMLAnchorElement>) {
    const link = plainClick(event.nativeEvent)
    if (!link) return
    event.preventDefault()
    void goTo(link.pathname + link.search)
  }
  function type(text: string) {
    setTyped(text)
    setActive(-1)
  }
  function activate(index: number) {
    setActive(index)
    document.getElementById(optionId(listId, index))?.scrollIntoView({ block: 'nearest' })
  }
  function onKeyDown(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing || count === 0) return
    const next = { ArrowDown: active + 1, ArrowUp: active < 0 ? count - 1 : active - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    // Moving past the last or before the first option goes back to the input, with no option active.
    activate(next === count ? -1 : next)
  }
  function submit(event: React.SubmitEvent) {
    event.preventDefault()
    const chosen = document.getElementById(optionId(listId, active))
    if (chosen) return chosen.click()
    if (fullTextOf(typed) === null) return
    void goTo(localizedPath(searchPath(typed.trim()), language))
  }

  return (
    <>
      <search className="border-ink border-b">
        <form onSubmit={submit} className="page flex min-h-16 items-center gap-2 md:min-h-20">
          <input
            ref={input}
            type="text"
            role="combobox"
            value={typed}
            maxLength={SEARCH_MAX_LENGTH}
            placeholder={t('search.placeholder')}
            aria-label={t('search.label')}
            aria-autocomplete="list"
            aria-expanded={count > 0}
            aria-controls={count > 0 ? listId : undefined}
            aria-activedescendant={active < 0 ? undefined : optionId(listId, active)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            className="min-w-0 grow bg-transparent pt-4 pb-2 font-display text-title-sm font-medium text-ellipsis outline-none placeholder:text-faint sm:text-title-lg"
          />
          <Button variant="ghost" size="icon" className="-mr-3" onClick={close}>
            <X aria-hidden size={22} />
            <span className="sr-only">{t('search.close')}</span>
          </Button>
        </form>
      </search>
      <div className="page">
        <div className="py-8 md:py-10">
          <SearchMessage state={state} />
          {state.kind === 'prompt' && (
            <PopularSearches
              onChoose={(text) => {
                type(text)
                input.current?.focus()
              }}
            />
          )}
          {state.kind === 'found' && count > 0 && (
            <SearchResultList
              id={listId}
              articles={state.articles}
              active={active}
              onActivate={setActive}
              onChoose={follow}
            />
          )}
          <p className="mt-5">
            <LocalLink to={searchPath(fullTextOf(typed) ?? undefined)} onClick={follow} className={MORE}>
              {t('search.fullText')}
              <ArrowRight size={15} />
            </LocalLink>
          </p>
        </div>
      </div>
    </>
  )
}

const MORE = 'inline-flex items-center gap-1 py-1 text-sm font-semibold underline-offset-4 hover:underline'

/** Suggestions shown before anything is typed. */
function PopularSearches({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-8 border-line border-t pt-5">
      <h2 id={titleId} className="text-label font-semibold text-faint uppercase">
        {t('search.popular.title')}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {POPULAR.map((name) => {
          const text = t(`search.popular.${name}`)
          return (
            <li key={name}>
              <Button variant="secondary" size="sm" onClick={() => onChoose(text)}>
                {text}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface SearchResultListProps {
  id: string
  articles: FoundArticle[]
  /** The index of the option that Enter chooses; -1 for none. */
  active: number
  onActivate: (index: number) => void
  onChoose: React.MouseEventHandler<HTMLAnchorElement>
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The listbox of the search combobox. Focus stays in the input, which names the active option. */
function SearchResultList({ id, articles, active, onActivate, onChoose }: SearchResultListProps) {
  const { t } = useTranslation()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('search.label')}
      className="mt-4 max-h-96 divide-y divide-line overflow-y-auto overscroll-contain border-ink border-y"
    >
      {articles.map((article, index) => (
        <LocalLink
          key={article.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          to={articlePath({ slug: article.slug })}
          onMouseMove={() => onActivate(index)}
          onClick={onChoose}
          className="group grid grid-cols-1 gap-x-16 px-3 py-4 wrap-anywhere aria-selected:bg-wash sm:px-4 lg:grid-cols-[5fr_7fr]"
        >
          <CategoryBadge category={article.category} />{' '}
          <span
            lang={article.language}
            className="mt-1 font-display text-title-sm font-medium text-balance lg:col-start-1 group-aria-selected:underline decoration-2 underline-offset-4"
          >
            {article.title}
          </span>{' '}
          <span
            lang={article.language}
            className="mt-1 line-clamp-2 font-serif text-base text-soft lg:col-start-2"
          >
            {article.excerpt}
          </span>
        </LocalLink>
      ))}
    </div>
  )
}

/*
 * The open search is an entry of its own in the history, so that Back closes it. However it is closed, the entry is left again.
 */

/** The time that the browser has to go back. */
const BACK_TIMEOUT_MS = 1000

/** Closes the search; null while it is closed. */
let close: (() => void) | null = null
/** Set while the browser goes back because we asked it to. */
let leaving: PromiseWithResolvers<void> | null = null
let isListening = false

/** Adds the entry. `onBack` is called when the reader goes back. */
function enterSearch(onBack: () => void): void {
  close = onBack
  if (!isListening) window.addEventListener('popstate', onPopState)
  isListening = true
  settle()
}

/** Leaves the entry if it is the present one; resolves when that of the page is. */
export async function leaveSearch(): Promise<void> {
  close = null
  settle()
  await leaving?.promise
}

/** Adds or leaves the entry. While the browser goes back it does neither, and is called again afterwards. */
function settle(): void {
  const { state } = history
  const isOpen = close !== null
  if (leaving || isOpen === isOfSearch(state)) return
  if (isOpen) {
    history.pushState({ ...state, search: true }, '')
    return
  }
  const left = Promise.withResolvers<void>()
  leaving = left
  history.back()
  setTimeout(() => {
    if (leaving === left) leaving = null
    left.resolve()
  }, BACK_TIMEOUT_MS)
}

function onPopState(event: PopStateEvent): void {
  if (leaving && !isOfSearch(event.state)) {
    leaving.resolve()
    leaving = null
  } else {
    close?.()
    close = null
  }
  // Forward leads to an entry that was left: it opens nothing, and is left again.
  settle()
}

function isOfSearch(state: { search?: boolean } | null): boolean {
  return state?.search === true
}
