import { beforeEach, expect, test, vi } from 'vitest'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import de from '#core/i18n/messages/de/pages.json' with { type: 'json' }
import en from '#core/i18n/messages/en/pages.json' with { type: 'json' }
import es from '#core/i18n/messages/es/pages.json' with { type: 'json' }
import { createTranslator, type PlainKey, splitLinkedText } from '#core/i18n/translator.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('a message is in the language of the translator, without a warning', () => {
  const t = createTranslator('de', { de, en })
  expect(t('card.readMore')).toBe('Weiterlesen')
  expect(console.warn).not.toHaveBeenCalled()
})

test('placeholders are replaced by their values, which are not escaped', () => {
  const t = createTranslator('en', { en })
  expect(t('article.publishedBy', { date: 'November 20, 2026', author: 'O\'Neill & "Sons"' })).toBe(
    'Published on November 20, 2026 by O\'Neill & "Sons"',
  )
})

test('the count chooses the plural form', () => {
  const t = createTranslator('en', { en })
  expect(t('search.results', { count: 0 })).toBe('0 results found')
  expect(t('search.results', { count: 1 })).toBe('1 result found')
  expect(t('search.results', { count: 10 })).toBe('10 results found')
})

test('a language with a form for millions uses it', () => {
  const t = createTranslator('es', { es, en })
  expect(t('search.results', { count: 2 })).toBe('2 resultados encontrados')
  expect(t('search.results', { count: 1_000_000 })).toBe('1000000 de resultados encontrados')
})

test('placeholders and references in a value are not replaced', () => {
  const t = createTranslator('en', { en })
  expect(t('search.empty', { query: '$t(site.name) {{site}} <b>' })).toBe(
    'No articles found for "$t(site.name) {{site}} <b>"',
  )
})

test('the site is called as in the catalog unless another name is passed', () => {
  const t = createTranslator('en', CATALOGS)
  expect(t('meta.about.title')).toBe('About AI Watch')
  expect(t('meta.about.title', { site: 'Lab Notes' })).toBe('About Lab Notes')
})

test('a message missing in the language is in English, with a warning', () => {
  const { 'card.readMore': _, ...incomplete } = de
  const t = createTranslator('de', { de: incomplete, en })
  expect(t('card.readMore')).toBe('Read More')
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('Missing message "card.readMore" in "de"')
})

test('a plural missing in the language is in English, with a warning', () => {
  const t = createTranslator('de', { de: {}, en })
  expect(t('search.results', { count: 1 })).toBe('1 result found')
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('Missing message "search.results" in "de"')
})

test('a key missing in English too is shown itself, with a warning for both languages', () => {
  const t = createTranslator('de', { de, en })
  expect(t('card.unheardOf' as PlainKey)).toBe('card.unheardOf')
  expect(vi.mocked(console.warn).mock.calls).toEqual([
    ['Missing message "card.unheardOf" in "de"'],
    ['Missing message "card.unheardOf" in "en"'],
  ])
})

test('a key missing in English causes one warning in English', () => {
  const t = createTranslator('en', { en })
  expect(t('constructor' as PlainKey)).toBe('constructor')
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('Missing message "constructor" in "en"')
})

test('translators of different languages do not affect each other', () => {
  const english = createTranslator('en', { en })
  const german = createTranslator('de', { de, en })
  expect(german('search.label')).toBe('Suche')
  expect(english('search.label')).toBe('Search')
  expect(german('search.label')).toBe('Suche')
})

test('a message is split around its link', () => {
  expect(splitLinkedText('You agree to our <link>privacy policy</link>.')).toEqual({
    before: 'You agree to our ',
    link: 'privacy policy',
    after: '.',
  })
})

test('a message without a link is all in `before`', () => {
  expect(splitLinkedText('You agree.')).toEqual({ before: 'You agree.', link: '', after: '' })
})
