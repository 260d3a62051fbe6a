import { afterAll, expect, test } from 'vitest'
import { mailedLinkPath, SAVED_PATH } from '#core/paths.ts'
import { startTestApp } from '../../../tests/support/app.ts'

const app = await startTestApp()
afterAll(() => app.stop())

interface Condition {
  href_matches?: string
  selector_matches?: string
  and?: Condition[]
  not?: Condition
}

/** Decides as a browser does (https://html.spec.whatwg.org/multipage/speculative-loading.html#document-rule-predicate-matching). */
function matches({ href_matches, and, not }: Condition, path: string): boolean {
  if (and) return and.every((one) => matches(one, path))
  if (not) return not.selector_matches !== undefined || !matches(not, path)
  return new URLPattern(href_matches ?? '', app.url).test(path, app.url)
}

type Rule = { where: Condition }
const response = await fetch(`${app.url}/speculation-rules.json`)
const rules = (await response.json()) as { prefetch: Rule[]; prerender: Rule[] }
const isLoadedAhead = (path: string) =>
  [...rules.prefetch, ...rules.prerender].every(({ where }) => matches(where, path))

test('every page for readers names the rules, as the file of their kind', async () => {
  const page = await fetch(`${app.url}/news`)
  const named = JSON.parse(page.headers.get('speculation-rules') ?? 'null')
  const file = await fetch(app.url + named)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/speculationrules+json'])
  expect((await fetch(`${app.url}/admin`)).headers.has('speculation-rules')).toBe(false)
})

test.each(['/', '/?lang=de', '/news', '/news?page=2', '/article/one?lang=fr', '/newsletter', '/privacy'])(
  '%s may be loaded ahead of a click',
  (path) => expect(isLoadedAhead(path)).toBe(true),
)

test.each([
  '/admin',
  '/admin/articles?page=2',
  mailedLinkPath('recovery', 'x'),
  '/preview?token=x',
  '/preview/front',
  SAVED_PATH,
  `${SAVED_PATH}?lang=de`,
  '/confirm-subscription?token=x',
  '/subscribe',
  '/unsubscribe?token=x',
  '/newsletter/preferences?token=x&lang=de',
  '/newsletter/erase?token=x',
  '/newsletter/go?to=x',
  '/feeds/en.xml',
  '/functions/v1/rss-feed',
])('%s is never loaded ahead of a click', (path) => expect(isLoadedAhead(path)).toBe(false))
