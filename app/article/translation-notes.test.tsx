import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { TranslationFacts } from '#core/domain/article-translation.ts'
import { translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import { TranslationNotes } from './translation-notes.server.tsx'

const MADE: TranslationFacts = {
  origin: 'machine',
  translated_at: '2026-11-19T08:00:00Z',
  reviewed_at: null,
  corrected_at: null,
}
const ORIGINAL = { slug: 'harbour', language: 'en' } as const

const notes = (facts: Partial<TranslationFacts> | null, original: typeof ORIGINAL | null = ORIGINAL) =>
  renderToStaticMarkup(
    <TranslationNotes
      facts={facts && { ...MADE, ...facts }}
      t={translatorFor('de')}
      language="de"
      original={original ?? undefined}
    />,
  )
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, '')

describe('before a translation', () => {
  test('stands that AI has made it, with a link to the original', () => {
    const html = notes({})
    expect(html).toMatch(/^<aside lang="de"/)
    expect(html).toContain('<a href="/article/harbour" hrefLang="en">englischen Original</a>')
    expect(wordsOf(html)).toBe(
      'Von einer KI aus dem englischen Original übersetzt. Noch nicht von einem Menschen geprüft.',
    )
  })

  test('stands when a person has reviewed it', () => {
    expect(wordsOf(notes({ reviewed_at: '2026-11-20T08:00:00Z' }))).toContain(
      'Am 20. November 2026 von der Redaktion geprüft.',
    )
  })

  test('stands that it is not reviewed when a part of it has been translated since', () => {
    expect(wordsOf(notes({ reviewed_at: '2026-11-18T08:00:00Z' }))).toContain('Noch nicht von einem Menschen')
  })

  test('stands nothing when a person has written it, or when that is not recorded', () => {
    expect(notes({ origin: 'person' })).toBe('')
    expect(notes(null)).toBe('')
  })

  test('begins with the correction of its original, whether a person or a machine translated it', () => {
    const corrected = { corrected_at: '2026-11-20T08:00:00Z' }
    for (const origin of ['machine', 'person'] as const) {
      const html = notes({ ...corrected, origin })
      expect(wordsOf(html)).toMatch(/^Das englische Original wurde am 20\. November 2026 korrigiert;/)
      expect(html).toContain('<a href="/article/harbour#corrections" hrefLang="en">')
    }
  })

  test('stands no link to an original that is not published', () => {
    const html = notes({ corrected_at: '2026-11-20T08:00:00Z' }, null)
    expect(wordsOf(html)).toContain('aus dem englischen Original übersetzt')
    expect(html).not.toContain('<a ')
  })
})
