import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SearchHitList } from '#app/components/search/search-hit-list.tsx'
import { NothingFound, ResultCount } from '#app/components/search/search-message.tsx'
import { Page } from '#app/document/page-context.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { findArticles } from '#app/mirror/find-articles.ts'
import { loadPage } from '#app/reader/page-here.ts'
import { ARTICLES_PER_FILE, type MirrorSearchArticle } from '#core/domain/mirror-search.ts'
import { ownPath } from '#core/own-path.ts'

/** The number of results that are shown at once. */
const SHOWN = 20

/** Answers the search form of a static mirror from its index, of which only the parts of the query's words are read. */
export async function start(form: HTMLElement): Promise<void> {
  const place = form.parentElement?.querySelector('[role=status]')?.parentElement
  if (!(form instanceof HTMLFormElement) || !place) return
  // The language is a folder of a mirror.
  const { page } = await loadPage({ search: `?lang=${document.documentElement.lang}` })
  const index = createIndex(form.dataset.index ?? '')
  createRoot(place).render(
    <Page value={page}>
      <MirrorSearch form={form} index={index} />
    </Page>,
  )
}

const SAID = { prompt: 'search.prompt', loading: 'search.loading', failed: 'search.failed' } as const

type State = { query: string; found: number[]; articles: MirrorSearchArticle[] } | keyof typeof SAID

interface MirrorSearchProps {
  form: HTMLFormElement
  index: Index
}

function MirrorSearch({ form, index }: MirrorSearchProps) {
  const { t, language } = useTranslation()
  const [query, setQuery] = useState(queryHere)
  const [shown, setShown] = useState(SHOWN)
  const [state, setState] = useState<State>('prompt')
  const results = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const input = form.elements.namedItem('q') as HTMLInputElement
    const show = (wanted: string) => {
      setQuery(wanted)
      setShown(SHOWN)
    }
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const typed = input.value.trim()
      const here = ownPath({ pathname: location.pathname, search: '', hash: '' })
      history.pushState(null, '', typed === '' ? here : `?${new URLSearchParams({ q: typed })}`)
      show(typed)
    }
    const follow = () => {
      input.value = queryHere()
      show(input.value)
    }
    follow()
    form.addEventListener('submit', submit)
    addEventListener('popstate', follow)
    return () => {
      form.removeEventListener('submit', submit)
      removeEventListener('popstate', follow)
    }
  }, [form])

  useEffect(() => {
    let isWanted = true
    const say = (next: State) => {
      if (isWanted) setState(next)
    }
    if (query === '') say('prompt')
    else {
      // The results stay while more of them are read.
      if (shown === SHOWN) say('loading')
      search(index, query, shown)
        .then(say)
        .catch(() => say('failed'))
    }
    return () => {
      isWanted = false
    }
  }, [index, query, shown])

  const count = typeof state === 'object' ? state.articles.length : 0
  useEffect(() => {
    if (count > SHOWN) results.current?.querySelectorAll<HTMLElement>('h3 a')[shown - SHOWN]?.focus()
  }, [count, shown])

  return (
    <div ref={results}>
      <div role="status">
        {typeof state === 'string' ? (
          <p className={`font-serif text-deck ${state === 'failed' ? 'text-red' : 'text-soft'}`}>
            {t(SAID[state])}
          </p>
        ) : count === 0 ? (
          <NothingFound query={state.query} />
        ) : (
          <ResultCount count={state.found.length} language={language} />
        )}
      </div>
      {typeof state === 'object' && count > 0 && (
        <>
          <SearchHitList
            hits={state.articles.map(([address, title, headline, category, publish_date]) => ({
              ...{ id: address, address, title, headline, category, publish_date, language },
            }))}
          />
          {state.found.length > count && (
            <button
              type="button"
              onClick={() => setShown(shown + SHOWN)}
              className="mt-4 inline-flex items-center gap-1.5 py-2 text-sm font-semibold underline-offset-4 hover:underline"
            >
              {t('search.next')}
            </button>
          )}
        </>
      )}
    </div>
  )
}

const queryHere = (): string => (new URLSearchParams(location.search).get('q') ?? '').trim()

type Index = ReturnType<typeof createIndex>

async function search(index: Index, query: string, shown: number): Promise<State> {
  const found = await findArticles(index.read, query)
  const articles = await Promise.all(found.slice(0, shown).map(index.article))
  return { query, found, articles: articles.filter((article) => article !== undefined) }
}

/** The files of an index, each read once. */
function createIndex(folder: string) {
  const files = new Map<string, Promise<unknown>>()
  const read = <T,>(name: string): Promise<T> => {
    const known = files.get(name) ?? fetchJson(`${folder}${name}.json`)
    files.set(name, known)
    // A failed request is tried again.
    known.catch(() => files.delete(name))
    return known as Promise<T>
  }
  return {
    read,
    async article(number: number): Promise<MirrorSearchArticle | undefined> {
      const group = await read<MirrorSearchArticle[]>(`articles-${Math.floor(number / ARTICLES_PER_FILE)}`)
      return group[number % ARTICLES_PER_FILE]
    },
  }
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.json()
}
