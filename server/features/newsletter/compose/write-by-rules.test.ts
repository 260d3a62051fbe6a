import { describe, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { summaryByRules, textsByRules } from '#server/features/newsletter/compose/write-by-rules.ts'

const settings = { site_name: 'AI Watch', tagline: null, newsletter_zone: 'Europe/Zurich' }
const context = {
  settings,
  from: new Date('2026-11-15T08:00:00Z'),
  until: new Date('2026-11-22T08:00:00Z'),
}
const article = (title: string, excerpt = 'Ships wait.') => ({ title, excerpt })

describe('a summary by rules', () => {
  test('is the excerpt, cut at the end of a sentence', () => {
    const excerpt = `Ships wait in the port of St. Malo. ${'They wait for a long time. '.repeat(20)}`
    const summary = summaryByRules(article('Harbour', excerpt), 'en')
    expect(excerpt.startsWith(summary)).toBe(true)
    expect(summary).toMatch(/time\.$/)
    expect(summary.length).toBeGreaterThan(250)
    expect(summary.length).toBeLessThanOrEqual(320)
  })

  test('is cut at a word when its first sentence is long', () => {
    const summary = summaryByRules(article('Harbour', 'ships and '.repeat(100)), 'en')
    expect(summary).toMatch(/^ships and .+ (?:ships|and)…$/)
    expect(summary.length).toBeLessThanOrEqual(320)
  })

  test('is one line without what would turn text around', () => {
    expect(summaryByRules(article('Harbour', ' Ships\n\u202Ewait.\u0000 '), 'en')).toBe('Ships wait.')
    expect(summaryByRules(article('Harbour', ' \u202E '), 'en')).toBe('Harbour')
  })
})

describe('texts by rules', () => {
  test('exist in every language', () => {
    const texts = LANGUAGE_CODES.map((language) => {
      const all = ['Harbour', 'Bakery', 'Pipes', 'Planning', 'Citations'].map((title) => article(title))
      return textsByRules(all, { ...context, language })
    })
    expect(texts.map(({ preheader }) => preheader)).toEqual([
      'Also in this issue: Bakery · Pipes · Planning',
      'También en este número: Bakery · Pipes · Planning',
      'Aussi dans ce numéro\u00a0: Bakery · Pipes · Planning',
      'Außerdem in dieser Ausgabe: Bakery · Pipes · Planning',
      'Anche in questo numero: Bakery · Pipes · Planning',
      'Também nesta edição: Bakery · Pipes · Planning',
    ])
    expect(texts[3]?.introduction).toMatch(
      /^Unsere Auswahl \(15\..22\. November 2026\): 5 Beiträge über künstliche Intelligenz/,
    )
    expect(new Set(texts.map(({ introduction }) => introduction)).size).toBe(6)
    expect(texts.every(({ subject }) => subject.includes('AI Watch') && subject.endsWith('Harbour'))).toBe(
      true,
    )
  })

  test('keep to their bounds', () => {
    const all = Array.from({ length: 9 }, () => article('A very long title about '.repeat(20)))
    const { subject, preheader } = textsByRules(all, { ...context, language: 'en' })
    expect(subject.length).toBeLessThanOrEqual(200)
    expect(subject).toMatch(/^AI Watch: A very long .+…$/)
    expect(preheader.length).toBeLessThanOrEqual(150)
  })

  test('of one article go on with its excerpt', () => {
    expect(textsByRules([article('Harbour')], { ...context, language: 'en' })).toMatchObject({
      preheader: 'Ships wait.',
      introduction: expect.stringMatching(/: 1 story about/),
    })
  })

  test('write dates as their languages do', () => {
    const dates = { from: new Date('2026-10-25T08:00:00Z'), until: new Date('2026-11-01T08:00:00Z') }
    const introductionIn = (language: 'fr' | 'it') =>
      textsByRules([article('Harbour')], { ...context, ...dates, language }).introduction
    expect(introductionIn('fr')).toMatch(/25 octobre\s–\s1er novembre 2026/)
    expect(introductionIn('it')).toMatch(/25 ottobre\s–\s1 novembre 2026/)
  })
})
