import { expect, test } from 'vitest'
import { readTableAddress, writeTableAddress } from '#app/admin/kit/table/table-address.ts'
import { ARTICLES_TABLE, articleListOptions, languageFilter, shownLanguage } from './articles-table.ts'

const read = (query: string) => readTableAddress(ARTICLES_TABLE, new URLSearchParams(query))

test('a list is in English unless its address says otherwise, also when it says nonsense', () => {
  for (const query of ['', 'language=en', 'language=xx', 'language=__proto__'])
    expect(articleListOptions(read(query)).language, query).toBe('en')
  expect(articleListOptions(read('language=pt')).language).toBe('pt')
  expect(articleListOptions(read('language=all')).language).toBeNull()
})

test('English is not written into the address', () => {
  for (const language of ['en', 'de', null]) {
    const filter = languageFilter(language)
    expect(shownLanguage(filter)).toBe(language)
    const written = writeTableAddress(ARTICLES_TABLE, {
      ...read(''),
      filters: { language: filter, category: null, status: null, owner: null },
    }).toString()
    expect(written).toBe(language === 'en' ? '' : `language=${language ?? 'all'}`)
  }
})

test('featured and regular are one filter', () => {
  expect(articleListOptions(read('status=featured')).featured).toBe(true)
  expect(articleListOptions(read('status=regular')).featured).toBe(false)
  expect(articleListOptions(read('')).featured).toBeNull()
})

test('an owner is one person, and nothing else filters what is published by who works on it', () => {
  const owner = '3f0e3f6c-0d0c-4a58-9f5e-0a4f7a7c5d11'
  expect(articleListOptions(read(`owner=${owner}`)).work).toEqual({ state: null, owner, next: null })
  expect(articleListOptions(read('owner=me&state=draft')).work).toEqual({
    state: null,
    owner: null,
    next: null,
  })
})
