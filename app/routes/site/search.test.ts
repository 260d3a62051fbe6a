import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../../tests/support/articles.ts'
import { parseDocument } from '../../../tests/support/read-head.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const service = app.service()
  const bakery = await addArticle(service, anArticle(PIECES.bakery))
  await addArticle(
    service,
    aTranslation(bakery, 'it', { title: 'Il forno', excerpt: 'Il pane.', content: 'Pane.' }),
  )
  await addArticle(service, anArticle({ ...PIECES.planning, content: 'How AI plans.' }))
  for (const [language, title] of [
    ['it', 'AI e lavoro'],
    ['fr', 'L’AI Act'],
  ] as const) {
    const original = await addArticle(service, anArticle({ title: `Original in ${language}` }))
    const content = language === 'it' ? 'Il modello di AI di Torino.' : 'J’ai lu le texte sur l’AI Act.'
    await addArticle(service, aTranslation(original, language, { title, excerpt: title, content }))
  }
  const list = Array.from({ length: 13 }, (_, number) => `Modèle ${number}`)
  for (const title of list) {
    const original = await addArticle(service, anArticle({ title: `Report ${title}`, category: 'hack' }))
    await addArticle(service, aTranslation(original, 'fr', { title: `Un ${title}` }))
  }
})
afterAll(() => app.stop())

async function open(path: string) {
  const response = await fetch(app.url + path, { redirect: 'manual' })
  const document = parseDocument(await response.text())
  const textsOf = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.textContent?.trim() ?? '')
  /** Returns the description of a field, which is its problem. */
  const describedBy = (field: string) =>
    (document.querySelector(`main [name=${field}]`)?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join()
  return { response, document, textsOf, describedBy, main: textsOf('main')[0] ?? '' }
}

test('whole articles are searched with a plain form, page by page', async () => {
  const { document } = await open('/search?lang=fr')
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  const form = document.querySelector('main form[role=search]')
  expect(form?.getAttribute('action')).toBe('/search')
  expect(form?.hasAttribute('method') && form.getAttribute('method') !== 'get').toBe(false)
  expect(form?.querySelector('input[name=lang]')?.getAttribute('value')).toBe('fr')
  expect(form?.querySelector('input[type=search]')?.getAttribute('name')).toBe('q')
  const opener = document.querySelector('form:has([data-scripted=search])')
  expect(opener?.getAttribute('action')).toBe('/search')
  expect(opener?.querySelector('input[name=lang]')?.getAttribute('value')).toBe('fr')

  const first = await open('/search?lang=fr&q=modeles')
  expect(first.document.title).toMatch(/^Recherche\s: modeles/)
  expect(first.textsOf('main [role=status] h2')).toEqual(['13\u00a0résultats trouvés'])
  expect(first.textsOf('main h3')).toHaveLength(10)
  expect(first.textsOf('mark')[0]).toMatch(/modèle/i)
  const more = first.document.querySelector('main nav a[href*=page]')
  expect(more?.getAttribute('href')).toBe('/search?q=modeles&page=2&lang=fr')
  const second = await open('/search?q=modeles&page=2&lang=fr')
  const links = [...second.document.querySelectorAll('main h3 a')].map((link) => link.getAttribute('href'))
  expect(links).toHaveLength(3)
  for (const link of links) expect(link).toMatch(/^\/article\/[a-z0-9-]+\?lang=fr$/)
})

test('a query is shown as text, a short one is not searched, and there is no page beyond the last', async () => {
  expect((await open('/search?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E')).main).toContain(
    'No articles found for "<img src=x onerror=alert(1)>"',
  )
  const short = await open('/search?q=a')
  expect(short.document.querySelector('main input[type=search]')?.getAttribute('value')).toBe('a')
  expect(short.main).toContain('Start typing to search articles, topics, or authors')
  const { response } = await open('/search?q=bakery&page=9')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/search?q=bakery'])
})

test('two letters are searched for, and authors; where a language has nothing, English is', async () => {
  expect((await open('/search?q=AI')).textsOf('main h3')).toEqual(['Symbolic planning returns'])
  expect((await open('/search?q=Idris+Bello')).textsOf('main h3')).toEqual(['A bakery forecasts its bread'])
  const fallback = await open('/search?q=planning&lang=it')
  expect(fallback.main).toContain('Risultati in inglese')
  expect(fallback.document.querySelector('main h3')?.getAttribute('lang')).toBe('en')
})

test('a category and a period narrow it, and empty fields of the form are left out of the address', async () => {
  const sent = await open('/search?q=&category=business&from=&to=&author=')
  expect([sent.response.status, sent.response.headers.get('location')]).toEqual([
    302,
    '/search?category=business',
  ])
  const business = await open('/search?category=business')
  expect(business.textsOf('main h3')).toEqual(['A bakery forecasts its bread'])
  expect(business.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  expect(business.document.querySelector('main details')?.hasAttribute('open')).toBe(true)

  const nothing = await open('/search?category=business&author=nobody+of+this+name&from=2020-01-01')
  expect(nothing.main).toContain('No articles match these filters')
  const remove = [...nothing.document.querySelectorAll('main a')].filter(
    (link) => link.textContent === 'Remove filters',
  )
  expect(remove.map((link) => link.getAttribute('href'))).toEqual(['/search', '/search'])
})

test('what is wrong with a filter is said at its field', async () => {
  const wrong = await open('/search?category=sport&from=2026-11-30&to=2026-11-01&author=%E2%80%AE')
  expect(wrong.response.status).toBe(400)
  expect(wrong.describedBy('category')).toBe('There is no category “sport”.')
  expect(wrong.describedBy('to')).toBe('The period ends before it begins.')
  expect(wrong.describedBy('author')).toMatch(/at least one letter/)
  expect(wrong.main).toContain('please check the filters')
})

test.each([
  ['it', 'AI', 'AI e lavoro'],
  ['it', '"AI"', 'AI e lavoro'],
  ['fr', 'AI', 'L’AI Act'],
])(
  'lang-search-ai: in %s the popular search %s finds what is about it in that language',
  async (language, query, title) => {
    const found = await open(`/search?lang=${language}&q=${encodeURIComponent(query)}`)
    expect(found.textsOf('main h3')).toEqual([title])
    expect(found.document.querySelector('main h3')?.getAttribute('lang') ?? language).toBe(language)
    expect(found.textsOf('mark')[0]).toBe('AI')
  },
)
