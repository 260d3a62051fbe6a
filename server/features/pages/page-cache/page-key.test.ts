import { data, matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { servePage } from '#app/document/serve-page.tsx'
import { cachedLoader } from '#app/routes/cached-loader.ts'
import appRoutes from '#app/routes.ts'
import type { QueryParameter } from '#core/query-parameters.ts'
import { createPageKey } from '#server/features/pages/page-cache/page-key.ts'
import { loadAppRoutes } from '../../../../tests/support/app-routes.ts'

const routes = await loadAppRoutes()
const pageOf = (parameters?: QueryParameter[]) =>
  servePage({ ...(parameters && { parameters }), describe: () => ({ title: '' }), Page: () => null })
const pageKey = createPageKey(routes)

test.each([
  ['/', '/'],
  ['/tech?lang=de', '/tech?lang=de'],
  ['/tech?lang=en', '/tech'],
  ['/tech?lang=xx', '/tech'],
  ['/tech?utm_source=mail&lang=pt&fbclid=1', '/tech?lang=pt'],
  ['/tech?page=1', '/tech'],
  ['/tech?page=12&lang=fr', '/tech?lang=fr&page=12'],
  ['/tech?page=0012', '/tech'],
  ['/tech?page=99999', '/tech'],
  ['/tech?%00=%ff&<script>', '/tech'],
  ['/tech?lang=de&lang=fr', '/tech?lang=de'],
  ['/article/one?_routes=x', '/article/one'],
  ['/news/?page=2', '/news/?page=2'],
  ['/about?page=2', '/about'],
  ['/newsletter/issues?page=2&lang=de&x=1', '/newsletter/issues?lang=de&page=2'],
  ['/newsletter/issues/2026-11-15?page=2&lang=de', '/newsletter/issues/2026-11-15?lang=de'],
  ['/feeds/de/newsletter.xml?lang=fr', '/feeds/de/newsletter.xml'],
  ['/feeds/de/podcast.xml?lang=fr', '/feeds/de/podcast.xml'],
  ['/feeds/de/newsletter-podcast.xml?lang=fr', '/feeds/de/newsletter-podcast.xml'],
  ['/corrections?page=2&lang=de&token=x', '/corrections?lang=de&page=2'],
  ['/article/one?page=2&lang=de', '/article/one?lang=de'],
  ['/article/one?beside=en&x=1&lang=de', '/article/one?lang=de&beside=en'],
  ['/article/one?beside=fr&lang=de', '/article/one?lang=de'],
  ['/tech?beside=en', '/tech'],
  ['/article/one.md?lang=de', '/article/one.md?lang=de'],
  ['/sitemap.xml?lang=de', '/sitemap.xml'],
  ['/news-sitemap.xml?lang=de', '/news-sitemap.xml'],
  ['/sitemaps/1.xml?lang=de', '/sitemaps/1.xml'],
  ['/feeds/de.xml?lang=fr', '/feeds/de.xml'],
  ['/robots.txt?lang=de', '/robots.txt'],
  ['/llms.txt?lang=de&page=2', '/llms.txt'],
  ['/manifest.webmanifest?lang=de&page=2', '/manifest.webmanifest?lang=de'],
])('%s is cached as %s', (address, key) => {
  expect(pageKey(address)).toBe(key)
})

test.each([
  '/admin',
  '/admin/dashboard',
  '/admin/dashboard/?lang=de',
  '/admin/nothing-here',
  '/confirm-subscription?token=secret',
  '/preview?token=secret',
  '/search?q=model',
  '/subscribe',
  '/Search?q=model',
  '/Confirm-Subscription?token=secret',
  '/%73earch?q=model',
  '/search%2f?q=model',
  '//search?q=model',
  '/NEWS',
  '/n%65ws',
  '/news//',
  `/${'a'.repeat(10_000)}`,
])('%s is never cached', (address) => {
  expect(pageKey(address)).toBeNull()
})

test('a path outside of the desk has the key of the route that React Router chooses', async () => {
  const tree = (await appRoutes) as RouteObject[]
  const names = [
    'news',
    'about',
    'article',
    'feeds',
    'sitemaps',
    'admin',
    'de.xml',
    'one.md',
    'sitemap.xml',
    'x',
  ]
  const paths = names.flatMap((a) => [
    `/${a}`,
    ...names.flatMap((b) => [`/${a}/${b}`, `/${a}/${b}/tech.json`]),
  ])
  for (const path of paths) {
    const { route } = matchRoutes(tree, path)?.at(-1) ?? {}
    const id = Object.keys(routes).find((known) => known === (route?.id ?? fileOf(route)))
    const loader = routes[id ?? '']?.module.loader
    const isCached = loader !== undefined && 'parameters' in loader && !path.startsWith('/admin')
    expect(pageKey(path), path).toBe(isCached ? path : null)
  }
})

function fileOf(route: unknown): string {
  const { file } = route as { file: string }
  return file.replace(/\.tsx?$/, '')
}

test('all cached routes and their parameters', () => {
  const declared = Object.values(routes).flatMap((route) => {
    const loader = route?.module.loader
    return route && loader && 'parameters' in loader ? [[route.id, loader.parameters]] : []
  })
  expect(Object.fromEntries(declared)).toEqual({
    root: [],
    'routes/feeds/robots': [],
    'routes/feeds/web-manifest': ['lang'],
    'routes/saved/service-worker': [],
    'routes/saved/words': ['lang'],
    'routes/feeds/llms': [],
    'routes/feeds/sitemap': [],
    'routes/feeds/sitemap-part': [],
    'routes/feeds/news-sitemap': [],
    rss: [],
    'routes/feeds/newsletter-rss': [],
    'routes/feeds/podcast-rss': [],
    'routes/feeds/newsletter-podcast-rss': [],
    'category-rss': [],
    'json-feed': [],
    'category-json-feed': [],
    'author-rss': [],
    'author-json-feed': [],
    'routes/feeds/article-markdown': ['lang'],
    'routes/site/speculation-rules': [],
    'routes/saved/saved': ['lang'],
    'routes/site/home': ['lang'],
    'routes/site/article': ['lang', 'beside'],
    'routes/newsletter/landing': ['lang'],
    'routes/newsletter/issues': ['lang', 'page'],
    'routes/newsletter/issue': ['lang'],
    about: ['lang'],
    contact: ['lang'],
    privacy: ['lang'],
    terms: ['lang'],
    disclaimer: ['lang'],
    'routes/site/author': ['lang', 'page'],
    'routes/site/category': ['lang', 'page'],
    'routes/site/corrections': ['lang', 'page'],
    'routes/site/not-found': ['lang'],
  })
})

test('the loader of every cached route is made by cachedLoader', () => {
  const made = [cachedLoader([], () => null), pageOf()].map(String)
  for (const route of Object.values(routes)) {
    const loader = route?.module.loader
    // A loader that declares parameters in another way gets the whole address.
    if (loader && 'parameters' in loader) expect(made, route.id).toContain(String(loader))
  }
})

describe('a page', () => {
  const by = (...parameters: ('lang' | 'page')[]) => cachedLoader(parameters, () => data(null))
  const keyOf = (module: object) =>
    createPageKey({
      list: { id: 'list', parentId: 'root', path: 'list', module: module as never },
    })('/list?lang=de&page=2')

  test('depends on the parameters of what loads it', () => {
    expect(keyOf({ loader: by() })).toBe('/list')
    expect(keyOf({ loader: by('page') })).toBe('/list?page=2')
    expect(keyOf({ loader: pageOf(['page']) })).toBe('/list?lang=de&page=2')
    expect(keyOf({ loader: pageOf([]) })).toBe('/list?lang=de')
  })

  test.each([
    ['its loader declares nothing', { loader: pageOf() }],
    ['it has no loader', {}],
  ])('is never cached where %s', (_case, module) => {
    expect(keyOf(module)).toBeNull()
  })
})
