import { categoryTone } from '#app/components/article/category-tone.ts'
import { findArticles } from '#app/mirror/find-articles.ts'
import {
  ARTICLES_PER_FILE,
  type MirrorSearchArticle,
  type MirrorSearchIndex,
} from '#core/domain/mirror-search.ts'
import { ownPath } from '#core/own-path.ts'

/** How many results are shown at once. */
const SHOWN = 20

/** Answers the search form of a static mirror from its index, of which only the parts of the query's words are read. */
export function startSearch(form: HTMLFormElement): void {
  const status = form.parentElement?.querySelector<HTMLElement>('[role=status]')
  const input = form.querySelector<HTMLInputElement>('input[name=q]')
  if (!status || !input) return
  const results = document.createElement('div')
  status.after(results)
  const index = createIndex(form.dataset.index ?? '')
  let latest = 0

  const search = async () => {
    const query = input.value.trim()
    const turn = ++latest
    try {
      const { texts } = await index.read()
      if (turn !== latest) return
      if (query === '') return show(status, results, message(texts.prompt))
      show(status, results, message(texts.loading))
      const found = await index.find(query)
      if (turn !== latest) return
      if (found.length === 0) show(status, results, ...nothing(texts, query))
      else show(status, results, count(texts, found.length))
      await list(found, { index, results, texts, isWanted: () => turn === latest })
    } catch {
      const { texts } = await index.read().catch(() => ({ texts: null }))
      if (turn === latest && texts) show(status, results, message(texts.failed, 'text-red'))
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { value } = input
    const address =
      value.trim() === ''
        ? ownPath({ pathname: location.pathname, search: '', hash: '' })
        : `?${new URLSearchParams({ q: value.trim() })}`
    history.pushState(null, '', address)
    void search()
  })
  const followAddress = () => {
    input.value = new URLSearchParams(location.search).get('q') ?? ''
    void search()
  }
  addEventListener('popstate', followAddress)
  if (location.search) followAddress()
}

type Index = ReturnType<typeof createIndex>

function createIndex(folder: string) {
  const files = new Map<string, Promise<unknown>>()
  const read = <T>(name: string): Promise<T> => {
    const known = files.get(name) ?? fetchJson(`${folder}${name}.json`)
    files.set(name, known)
    // What failed is tried again.
    known.catch(() => files.delete(name))
    return known as Promise<T>
  }
  return {
    read: () => read<MirrorSearchIndex>('index'),
    async article(number: number): Promise<MirrorSearchArticle | undefined> {
      const group = await read<MirrorSearchArticle[]>(`articles-${Math.floor(number / ARTICLES_PER_FILE)}`)
      return group[number % ARTICLES_PER_FILE]
    },
    find: (query: string) => findArticles(read, query),
  }
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.json()
}

/** Shows some results, and a button for more. */
async function list(
  found: number[],
  options: {
    index: Index
    results: HTMLElement
    texts: MirrorSearchIndex['texts']
    isWanted: () => boolean
  },
): Promise<void> {
  const { index, results, texts, isWanted } = options
  const articles = await Promise.all(found.slice(0, SHOWN).map((number) => index.article(number)))
  if (!isWanted()) return
  const items = articles.flatMap((article) => (article ? [item(article)] : []))
  if (items.length === 0) return
  const rows = results.querySelector('ul') ?? element('ul', 'mt-4 divide-y divide-line border-ink border-y')
  rows.append(...items)
  results.append(rows)
  const rest = found.slice(SHOWN)
  if (rest.length === 0) return
  const more = element('button', MORE, texts.more)
  more.type = 'button'
  more.addEventListener('click', async () => {
    more.remove()
    await list(rest, options)
    rows.children[rows.children.length - Math.min(rest.length, SHOWN)]?.querySelector('a')?.focus()
  })
  results.append(more)
}

const MORE =
  'mt-4 inline-flex items-center gap-1.5 py-2 text-sm font-semibold underline-offset-4 hover:underline'

/** Looks like an item of `search-hit-list.tsx`. */
function item([address, title, excerpt, section, category, date]: MirrorSearchArticle): HTMLElement {
  const badge = element(
    'span',
    'inline-flex items-center gap-2 text-label font-semibold text-accent uppercase',
  )
  badge.dataset.tone = categoryTone(category)
  const square = element('span', 'size-2 bg-accent print:hidden')
  square.ariaHidden = 'true'
  badge.append(square, section)
  const line = element('div', 'flex flex-wrap items-center gap-x-3 gap-y-1')
  line.append(badge, element('span', 'text-sm text-faint', date))
  const link = element('a', 'decoration-2 underline-offset-4 hover:underline', title)
  link.href = address
  const heading = element('h3', 'mt-2 font-display text-title font-medium lg:col-start-1')
  heading.append(link)
  const text = element(
    'p',
    'mt-2 font-serif text-base leading-relaxed text-soft lg:col-start-2 lg:mt-1.5',
    excerpt,
  )
  const row = element('li', 'grid grid-cols-1 gap-x-16 py-6 wrap-anywhere lg:grid-cols-[5fr_7fr] lg:py-7')
  row.append(line, heading, text)
  return row
}

function show(status: HTMLElement, results: HTMLElement, ...messages: HTMLElement[]): void {
  results.replaceChildren()
  status.replaceChildren(...messages)
}

const message = (text: string, color = 'text-soft') => element('p', `font-serif text-deck ${color}`, text)

const nothing = (texts: MirrorSearchIndex['texts'], query: string) => [
  element(
    'p',
    'font-serif text-deck wrap-anywhere',
    texts.empty.replace('{query}', () => query),
  ),
  element('p', 'mt-2 text-soft', texts.hint),
]

const count = ({ one, other }: MirrorSearchIndex['texts'], found: number) =>
  element('h2', 'text-sm font-semibold', found === 1 ? one : other.replace('{count}', String(found)))

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
