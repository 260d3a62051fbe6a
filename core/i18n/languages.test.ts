import { expect, test } from 'vitest'
import { isLanguage, LANGUAGE_CODES, languageOfUrl, localeOf, localizedPath } from '#core/i18n/languages.ts'

test('English comes first of the six languages', () => {
  expect(LANGUAGE_CODES).toEqual(['en', 'es', 'fr', 'de', 'it', 'pt'])
})

test('only the exact code of a supported language is accepted', () => {
  expect(LANGUAGE_CODES.every(isLanguage)).toBe(true)
  for (const other of ['', 'EN', 'de-DE', 'nl', 'constructor', null, undefined, 1, ['de']]) {
    expect(isLanguage(other)).toBe(false)
  }
})

test('an address is in the language of its lang parameter', () => {
  expect(languageOfUrl(new URL('https://site.test/news?lang=fr'))).toBe('fr')
  expect(languageOfUrl(new URL('https://site.test/news?page=2&lang=pt#top'))).toBe('pt')
})

test('an address without a supported lang parameter is in English', () => {
  expect(languageOfUrl(new URL('https://site.test/'))).toBe('en')
  expect(languageOfUrl(new URL('https://site.test/?lang='))).toBe('en')
  expect(languageOfUrl(new URL('https://site.test/?lang=xx'))).toBe('en')
  expect(languageOfUrl(new URL('https://site.test/?lang=DE'))).toBe('en')
})

test('a localized path has a lang parameter, except in English', () => {
  expect(localizedPath('/article/a-title', 'de')).toBe('/article/a-title?lang=de')
  expect(localizedPath('/article/a-title', 'en')).toBe('/article/a-title')
})

test('changing the language of a path keeps its other parameters and its fragment', () => {
  expect(localizedPath('/news?page=2&lang=it#latest', 'es')).toBe('/news?page=2&lang=es#latest')
  expect(localizedPath('/news?page=2&lang=it#latest', 'en')).toBe('/news?page=2#latest')
})

test('every language has a locale of its own', () => {
  expect(LANGUAGE_CODES.map(localeOf)).toEqual(['en-US', 'es-ES', 'fr-FR', 'de-DE', 'it-IT', 'pt-PT'])
})

test('a path never leads to another site', () => {
  expect(localizedPath('//evil.example/x', 'en')).toBe('/evil.example/x')
  expect(localizedPath('//', 'de')).toBe('/?lang=de')
})
