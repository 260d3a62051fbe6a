import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SearchHitList } from '#app/components/search/search-hit-list.tsx'
import { NothingFound, ResultCount } from '#app/components/search/search-message.tsx'
import { Page } from '#app/document/page-context.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { loadPage } from '#app/reader/page-here.ts'
import {
  ARTICLES_PER_FILE,
  type MirrorLongWords,
  type MirrorSearchArticle,
  type MirrorSearchIndex,
  type MirrorSearchPart,
  searchPartOf,
  searchWords,
  WEIGHTS,
} from '#core/domain/mirror-search.ts'
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

type Read = <T>(name: string) => Promise<T>
type Scores = Map<number, number>

const MAX_WORDS = 8
/** A word itself weighs more than another form of it, and that more than one that only begins like it. */
const FACTOR = { whole: 3, form: 2, part: 1 } as const
/** Shorter parts of words are not significant. */
const MIN_PART_LENGTH = 4
/** The most letters by which the endings of two forms of a word differ. */
const MAX_ENDING_LENGTH = 3
/** Words that contain one of a query are looked up in so many parts at most. */
const MAX_PARTS = 20

/** The numbers of the articles that have all words of a query, the best first, and of those the newest. */
export async function findArticles(read: Read, query: string): Promise<number[]> {
  const index = await read<MirrorSearchIndex>('index')
  const named = searchWords(query, new Set(index.unnamed.split(' ')))
  const words = new Set(named.length > 0 ? named : searchWords(query, new Set()))
  const scores = await Promise.all([...words].slice(0, MAX_WORDS).map((word) => scoreWord(read, index, word)))
  const [first, ...others] = scores
  const total: Scores = new Map()
  for (const [number, score] of first ?? [])
    if (others.every((other) => other.has(number)))
      total.set(
        number,
        others.reduce((sum, other) => sum + (other.get(number) ?? 0), score),
      )
  return [...total].sort(([a, one], [b, other]) => other - one || a - b).map(([number]) => number)
}

/** Scores each article for a word; if no article has it, for words that may be forms of it, or else contain it. */
async function scoreWord(read: Read, { parts, length }: MirrorSearchIndex, word: string): Promise<Scores> {
  const partOf = (name: string) =>
    parts.includes(name) ? read<MirrorSearchPart>(`words-${name}`) : Promise.resolve([])
  const part = await partOf(searchPartOf(word, length))
  const scores: Scores = new Map()
  for (const forms of part) addForms(scores, forms, (form) => isBegunBy(form, word), word)
  for (let size = word.length - 1; scores.size === 0 && size >= word.length - MAX_ENDING_LENGTH; size--)
    if (size >= MIN_PART_LENGTH)
      for (const forms of part)
        addForms(
          scores,
          forms,
          (form) => form.startsWith(word.slice(0, size)) && form.length - size <= MAX_ENDING_LENGTH,
        )
  if (scores.size > 0 || word.length < MIN_PART_LENGTH) return scores
  const longWords = await read<MirrorLongWords>('long')
  const containing = new Set(longWords.split(' ').filter((long) => long.includes(word)))
  const names = new Set([...containing].map((long) => searchPartOf(long, length)))
  for (const other of await Promise.all([...names].slice(0, MAX_PARTS).map(partOf)))
    for (const forms of other) addForms(scores, forms, (form) => containing.has(form))
  return scores
}

/** A number begins no longer one. */
const isBegunBy = (form: string, word: string) =>
  form.startsWith(word) && !(/^\d+$/.test(word) && /\d/.test(form.charAt(word.length)))

/** Adds the scores of articles for the forms of a word: for all when `whole` is one of them. */
function addForms(
  scores: Scores,
  forms: MirrorSearchPart[number],
  isPart: (form: string) => boolean,
  whole?: string,
): void {
  const isForm = whole !== undefined && forms.includes(whole)
  for (let at = 0; at < forms.length; at += 2) {
    const form = String(forms[at])
    const factor = form === whole ? FACTOR.whole : isForm ? FACTOR.form : isPart(form) ? FACTOR.part : 0
    if (factor === 0) continue
    for (const posting of forms[at + 1] as number[]) {
      const number = Math.floor(posting / WEIGHTS)
      scores.set(number, Math.max(scores.get(number) ?? 0, (posting % WEIGHTS) * factor))
    }
  }
}
