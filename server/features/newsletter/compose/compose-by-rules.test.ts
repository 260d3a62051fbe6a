import { describe, expect, test } from 'vitest'
import type { Section } from '#core/domain/newsletter-issue.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import {
  arrangeByRules,
  rank,
  summaryByRules,
  textsByRules,
} from '#server/features/newsletter/compose/compose-by-rules.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'
import { sectionOf } from '#server/features/newsletter/compose/sections.ts'

const until = new Date('2026-11-22T08:00:00Z')
const from = new Date('2026-11-15T08:00:00Z')
const days = { from, until }

function candidate(title: string, more: Partial<Candidate> & { hoursAgo?: number } = {}): Candidate {
  const { hoursAgo = 24, ...rest } = more
  return {
    originalId: title,
    id: title,
    title,
    excerpt: '',
    category: 'news',
    published: new Date(until.getTime() - hoursAgo * 3_600_000).toISOString(),
    featured: false,
    length: 4_000,
    sentOn: null,
    ...rest,
  }
}

const titles = (candidates: readonly Candidate[]) => candidates.map(({ title }) => title)
const namesIn = (section: Section, all: Candidate[], taken?: Map<Section, number>) =>
  arrangeByRules(all, { ...days, ...(taken && { taken }) })
    .placed.filter((placed) => placed.section === section)
    .map(({ candidate }) => candidate.title)

describe('ranking', () => {
  test('prefers what is newer, featured, longer, and news', () => {
    const older = candidate('older', { hoursAgo: 100 })
    expect(titles(rank([older, candidate('newer')], days))).toEqual(['newer', 'older'])
    expect(titles(rank([candidate('newer'), { ...older, featured: true }], days))).toEqual(['older', 'newer'])
    expect(titles(rank([candidate('short', { length: 300 }), candidate('long')], days))).toEqual([
      'long',
      'short',
    ])
    expect(titles(rank([candidate('tool', { category: 'hack' }), candidate('news')], days))).toEqual([
      'news',
      'tool',
    ])
  })

  test('is the same whatever the order', () => {
    const all = ['b', 'a', 'c'].map((title) => candidate(title))
    expect(titles(rank(all, days))).toEqual(['a', 'b', 'c'])
    expect(titles(rank(all.toReversed(), days))).toEqual(['a', 'b', 'c'])
  })
})

describe('arranging', () => {
  test('makes the best five the top stories, and puts the others into the sections of their categories', () => {
    const all = [
      ...['n1', 'n2', 'n3', 'n4', 'n5'].map((title, index) => candidate(title, { hoursAgo: index + 1 })),
      candidate('company', { category: 'business', hoursAgo: 50 }),
      candidate('science', { category: 'tech', hoursAgo: 51 }),
      candidate('tool', { category: 'hack', hoursAgo: 52 }),
      candidate('view', { category: 'opinion', hoursAgo: 1, featured: true }),
      candidate('Startup closes its seed round', { category: 'business', hoursAgo: 53 }),
      candidate('The hearing of next week', { hoursAgo: 54 }),
    ]
    expect(namesIn('top', all)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5'])
    expect(namesIn('market', all)).toEqual(['company'])
    expect(namesIn('research', all)).toEqual(['science', 'tool'])
    expect(namesIn('opinion', all)).toEqual(['view'])
    expect(namesIn('funding', all)).toEqual(['Startup closes its seed round'])
    expect(namesIn('next', all)).toEqual(['The hearing of next week'])
  })

  test('gives half of few articles to the other sections', () => {
    const all = ['m1', 'm2', 'm3'].map((title, index) =>
      candidate(title, { category: 'business', hoursAgo: index }),
    )
    expect(namesIn('top', all)).toEqual(['m1', 'm2'])
    expect(namesIn('market', all)).toEqual(['m3'])
  })

  test('says why an article is left out', () => {
    const news = Array.from({ length: 7 }, (_, index) => candidate(`n${index}`, { hoursAgo: index }))
    const views = Array.from({ length: 4 }, (_, index) =>
      candidate(`v${index}`, { hoursAgo: index, category: 'opinion' }),
    )
    const { placed, leftOut } = arrangeByRules([...news, ...views], days)
    expect(placed).toHaveLength(8)
    expect(leftOut.map(({ candidate, section, reason }) => [candidate.title, section, reason])).toEqual([
      ['n5', 'top', 'Not among the five top stories'],
      ['n6', 'top', 'Not among the five top stories'],
      ['v3', 'opinion', 'Not among the three of “Opinion”'],
    ])
  })

  test('leaves places to what is pinned', () => {
    const all = Array.from({ length: 12 }, (_, index) => candidate(`n${index}`, { hoursAgo: index }))
    expect(namesIn('top', all, new Map([['top', 4]]))).toEqual(['n0'])
    expect(namesIn('top', all, new Map([['top', 5]]))).toEqual([])
  })

  test('puts no article into two places', () => {
    const all = Array.from({ length: 40 }, (_, index) =>
      candidate(`a${index}`, {
        hoursAgo: index,
        category: (['news', 'tech', 'business', 'opinion', 'hack'] as const)[index % 5] ?? 'news',
      }),
    )
    const { placed, leftOut } = arrangeByRules(all, days)
    expect([...placed, ...leftOut].map(({ candidate }) => candidate.title).toSorted()).toEqual(
      titles(all).toSorted(),
    )
  })
})

test.each([
  ['Un laboratorio cierra una ronda de financiación', 'business', 'funding'],
  ['Une levée de fonds record', 'news', 'funding'],
  ['Finanzierungsrunde abgeschlossen', 'business', 'funding'],
  ['Ein Urteil in der nächsten Woche', 'tech', 'next'],
  ['Le procès de la semaine prochaine', 'news', 'top'],
  ['What small models learn', 'tech', 'research'],
  ['Grants funding is opinion here', 'opinion', 'opinion'],
  ['A startled audience', 'business', 'market'],
] as const)('%s (%s) belongs to %s', (title, category, section) => {
  expect(sectionOf(candidate(title, { category }))).toBe(section)
})

const settings = DEFAULT_SITE_WORDS
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

  test.each([
    ['fr', '1er–8 mars 2026'],
    ['it', '1–8 marzo 2026'],
    ['de', '1.–8. März 2026'],
    ['es', '1–8 de marzo de 2026'],
    ['pt', '1–8 de março de 2026'],
    ['en', 'March 1 – 8, 2026'],
  ] as const)('lang-newsletter-first-of-month: a week from the first on in %s', (language, dates) => {
    const week = { from: new Date('2026-03-01T08:00:00Z'), until: new Date('2026-03-08T07:59:00Z') }
    const settings = { ...context.settings, newsletter_zone: 'Europe/Zurich' }
    const { introduction } = textsByRules([article('Harbour')], { ...context, ...week, settings, language })
    expect(introduction.replaceAll(/\s/g, ' ')).toContain(dates)
  })
})

test('articles of sections that a publication made itself are spread over two sections once the top is full', () => {
  const all = Array.from({ length: 14 }, (_, n) =>
    candidate(`story ${n}`, { category: n % 2 ? 'garden' : 'climate', hoursAgo: n + 1 }),
  )
  const { placed, leftOut } = arrangeByRules(all, days)
  const sizes = Object.entries(Object.groupBy(placed, ({ section }) => section)).map(([name, of]) => [
    name,
    of?.length,
  ])
  expect(Object.fromEntries(sizes)).toEqual({ top: 5, market: 4, research: 4 })
  expect(leftOut).toMatchObject([{ section: 'market' }])
  expect(sectionOf({ category: 'garden', title: 'Seed round for a nursery' })).toBe('funding')
})
