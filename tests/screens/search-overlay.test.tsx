import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectConsoleError } from './support/console-errors.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { anArticleRow } from './support/open-article.tsx'
import { openPage } from './support/open-page.tsx'

const HOME = { Page: () => <h1>Home</h1> }
const TITLES = [
  'A polyglot model',
  'A bakery forecasts its bread',
  'A language of machines',
  'Another language',
]
const articles = TITLES.map((title, index) =>
  anArticleRow({
    id: crypto.randomUUID(),
    slug: title.toLowerCase().replaceAll(' ', '-'),
    title,
    excerpt: 'An excerpt.',
    publish_date: `2026-11-${20 - index}T09:00:00Z`,
  }),
)

const field = page.getByRole('combobox')
const options = page.getByRole('option')
const dialog = page.getByRole('dialog')
const button = page.getByRole('button', { name: 'Search', exact: true })

async function openSearch(
  path = '/',
  respond?: (request: Request) => Promise<Response | undefined> | undefined,
  otherSpellings: typeof articles = [],
) {
  const asked: string[] = []
  await openPage(path, HOME, {
    tables: { articles },
    calls: { search_as_typed: otherSpellings },
    respond: (request) => {
      if (request.url.includes('/rest/v1/articles')) asked.push(decodeURIComponent(request.url))
      return respond?.(request)
    },
  })
  await page.getByRole('banner').getByRole('button').first().click()
  await expect.element(field).toHaveFocus()
  return asked
}

test('the arrow keys go round the results and the field, and Enter opens the chosen one', async () => {
  await openSearch()
  await field.fill('language')
  await expect.element(options).toHaveLength(2)
  await expect.element(page.getByText('2 results found')).toBeVisible()
  await expect.element(options.first().getByText('News')).toHaveStyle({ textTransform: 'uppercase' })
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect.element(options.nth(1)).toBeInViewport()
  await expect.element(field).toHaveAttribute('aria-activedescendant', options.nth(1).element().id)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(field).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('s')
  await expect.element(field).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{Backspace}')
  await expect.element(options).toHaveLength(2)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByText('Elsewhere: /article/a-language-of-machines')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what has the typed text comes before other spellings of it, and nothing twice', async () => {
  const spelled = anArticleRow({
    id: crypto.randomUUID(),
    slug: 'langage',
    title: 'Le langage',
    excerpt: 'E',
  })
  const others = Promise.withResolvers<undefined>()
  const waits = async ({ url }: Request) => (url.includes('search_as_typed') ? others.promise : undefined)
  await openSearch('/', waits, [spelled, ...articles.slice(2)])
  await field.fill('language')
  await expect.element(page.getByText('2 results found')).toBeVisible()
  others.resolve(undefined)
  await expect.element(page.getByText('3 results found')).toBeVisible()
  const found = options.elements().map((option) => option.textContent?.match(/(A|Another|Le) langu?age/)?.[0])
  expect(found).toEqual(['A language', 'Another language', 'Le langage'])
})

test('the shortcuts open it and Escape closes it, focus returns, and "/" can be typed in a field', async () => {
  await openPage('/', HOME)
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  for (const shortcut of ['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}', '{Enter}']) {
    await userEvent.keyboard(shortcut)
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('/x')
    await expect.element(field).toHaveValue('/x')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  }
  const email = page.getByRole('contentinfo').getByRole('textbox')
  await email.click()
  await userEvent.keyboard('a/b')
  await expect.element(email).toHaveValue('a/b')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('closed and opened again before its code is there, it is there once, and closes', async () => {
  await openPage('/', HOME)
  await expect.element(button).toBeVisible()
  // Before what a press loads can have arrived.
  const open = () => button.element().closest('form')?.requestSubmit()
  open()
  document.querySelector('dialog')?.close()
  await new Promise((resolve) => document.querySelector('dialog')?.addEventListener('close', resolve))
  open()
  await expect.element(field).toHaveFocus()
  expect(document.querySelectorAll('dialog form')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => history.state?.search).not.toBe(true)
})

test('while it is open, the page behind it neither scrolls nor takes focus', async () => {
  await openSearch()
  expect(dialog.element().matches(':modal')).toBe(true)
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
  const within = dialog.element().querySelectorAll('button, a').length
  for (let step = 0; step < within; step++) {
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.closest('dialog')).not.toBeNull()
  }
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect.poll(() => getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
})

test('fewer than three characters send no request, and a popular search is typed for the reader', async () => {
  const asked = await openSearch()
  const prompt = page.getByText('Start typing to search articles, topics, or authors')
  await expect.element(prompt).toBeVisible()
  await page.getByRole('button', { name: 'AI', exact: true }).click()
  await expect.element(field).toHaveValue('AI')
  await expect.element(prompt).toBeVisible()
  await field.fill('')
  await page.getByRole('button', { name: 'Machine Learning' }).click()
  await expect.element(field).toHaveValue('Machine Learning')
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByText('No articles found for "Machine Learning"')).toBeVisible()
  await expect.element(page.getByText('Try searching for different keywords or topics')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('a late response to an earlier query is never shown', async () => {
  const late = Promise.withResolvers<undefined>()
  const signals: AbortSignal[] = []
  await openSearch('/', async (request) => {
    if (!request.url.includes('bakery')) return undefined
    signals.push(request.signal)
    return late.promise
  })
  await field.fill('bakery')
  await expect.poll(() => signals).toHaveLength(2)
  await expect.element(page.getByText('Searching...')).toBeVisible()
  await field.fill('polyglot')
  await expect.element(options).toMatchTextContent(/polyglot/)
  late.resolve(undefined)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  await expect.element(options).toHaveLength(1)
  await expect.element(options).toMatchTextContent(/polyglot/)
})

test('when the language has no match, English results are shown, and the page stays in its language', async () => {
  await openSearch('/?lang=de')
  await field.fill('bakery')
  await expect.element(page.getByText('Ergebnisse auf Englisch')).toBeVisible()
  await expect.element(page.getByText('1 Ergebnis gefunden')).toBeVisible()
  // The article's texts are in English; the name of its category is in the language of the page.
  await expect.element(options).not.toHaveAttribute('lang')
  await expect.element(options.getByText(/^A bakery/)).toHaveAttribute('lang', 'en')
  await field.fill('nichts dergleichen')
  await expect.element(page.getByText('Keine Artikel zu „nichts dergleichen“ gefunden')).toBeVisible()
  await expect.element(page.getByText(/wechseln Sie ins Englische/)).toBeVisible()
  await expect.element(page.getByText('Ergebnisse auf Englisch')).not.toBeInTheDocument()
  await field.fill('bakery')
  await options.click()
  await expect.element(page.getByText('Elsewhere: /article/a-bakery-forecasts-its-bread')).toBeVisible()
  expect(window.location.search).toBe('?lang=de')
})

test('a failed search shows an error, and the next one works', async () => {
  expectConsoleError(/XX000/)
  let isBroken = true
  await openSearch('/', async ({ url }) =>
    // No failure that the client tries again, which would take seconds.
    isBroken && url.includes('/rest/v1/articles')
      ? json({ code: 'XX000', message: 'XX000' }, 500)
      : undefined,
  )
  await field.fill('polyglot')
  await expect.element(page.getByText('The search did not work. Please try again.')).toBeVisible()
  expect(await findProblems()).toEqual([])
  isBroken = false
  await field.fill('bakery')
  await expect.element(options).toHaveLength(1)
})

test('Enter without a chosen result leads to the search of whole articles', async () => {
  await openSearch()
  await field.fill('tokenizer')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Elsewhere: /search')).toBeVisible()
  expect(window.location.search).toBe('?q=tokenizer')
})

test('it is accessible before a search, while it searches, with results and without', async () => {
  await openSearch('/', ({ url }) => (url.includes('slow') ? new Promise<undefined>(() => {}) : undefined))
  expect(await findProblems()).toEqual([])
  await field.fill('language')
  await expect.element(options).toHaveLength(2)
  await userEvent.keyboard('{ArrowDown}')
  expect(await findProblems()).toEqual([])
  await field.fill('xylophonist')
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/xylophonist/)
  expect(await findProblems()).toEqual([])
  await field.fill('too slow')
  await expect.element(page.getByText('Searching...')).toBeVisible()
  expect(await findProblems()).toEqual([])
})
