import { describe, expect, test } from 'vitest'
import type { Section } from '#core/domain/newsletter-issue.ts'
import { arrangeByRules, rank } from '#server/features/newsletter/compose/arrange-by-rules.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'
import { sectionOf } from '#server/features/newsletter/compose/section-of.ts'

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
