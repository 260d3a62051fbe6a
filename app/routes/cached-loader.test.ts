import type { LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'

const url = new URL('https://site.example/one?lang=de&page=2&q=secret')
const args = { url, request: new Request(url), params: { slug: 'one' }, pattern: '/:slug' } as unknown
const readBy = <Result>(loader: (args: LoaderFunctionArgs) => Result) => loader(args as LoaderFunctionArgs)

test('a loader gets the path and the declared parameters of its address', () => {
  const loader = cachedLoader(['lang'], (given: CachedLoaderArgs<LoaderFunctionArgs, 'lang'>) => given)
  expect(readBy(loader)).toEqual({ params: { slug: 'one' }, pattern: '/:slug', query: { lang: 'de' } })
  expect(loader.parameters).toEqual(['lang'])
})

test('a loader that reads an undeclared parameter does not compile', () => {
  const undeclared = ({ query }: CachedLoaderArgs<LoaderFunctionArgs, 'page'>) => query.page
  // @ts-expect-error it declares the language only
  const loader = cachedLoader(['lang'], undeclared)
  expect(readBy(loader)).toBeUndefined()
  // @ts-expect-error there is no address to read from
  const reading = ({ url }: CachedLoaderArgs<LoaderFunctionArgs>) => url
  expect(readBy(cachedLoader([], reading))).toBeUndefined()
})
