import { expect, test } from 'vitest'
import { mergeChoices } from '#app/admin/operations/imports/use-choices.ts'
import type { ImportTerm } from '#core/domain/site-import.ts'

const term = (sourceId: string, section: string | null): ImportTerm => ({
  sourceId,
  section,
  taxonomy: 'category',
  name: sourceId,
  articles: 1,
  remembered: false,
})

const SOURCES = {
  changed: { terms: [] },
  earlier: null,
  site: null,
  terms: [term('politics', 'opinion'), term('__proto__', null)],
  sections: ['business', 'news', 'opinion'],
  former: new Map([['economy', 'business']]),
}

test('begins with what is proposed', () => {
  expect(mergeChoices(SOURCES)).toMatchObject({
    language: 'en',
    section: 'news',
    drafts: false,
    terms: [
      { sourceId: 'politics', section: 'opinion' },
      { sourceId: '__proto__', section: null },
    ],
  })
})

test('what the editor chose wins over an earlier run, and that over what is proposed', () => {
  const earlier = {
    language: 'de',
    section: 'opinion',
    drafts: true,
    site: 'https://old.example',
    terms: [{ sourceId: 'politics', section: null }],
  }
  expect(mergeChoices({ ...SOURCES, earlier })).toMatchObject({
    ...earlier,
    terms: [
      { sourceId: 'politics', section: null },
      { sourceId: '__proto__', section: null },
    ],
  })
  const changed: Parameters<typeof mergeChoices>[0]['changed'] = {
    language: 'fr',
    drafts: false,
    terms: [
      ['politics', 'business'],
      ['__proto__', 'news'],
    ],
  }
  expect(mergeChoices({ ...SOURCES, earlier, changed })).toMatchObject({
    language: 'fr',
    section: 'opinion',
    drafts: false,
    terms: [
      { sourceId: 'politics', section: 'business' },
      { sourceId: '__proto__', section: 'news' },
    ],
  })
})

test('a section that was renamed is found, and one that is gone decides nothing', () => {
  const terms = [term('money', 'economy'), term('old', 'gone')]
  const { terms: chosen, section } = mergeChoices({
    ...SOURCES,
    terms,
    changed: { section: 'gone', terms: [] },
  })
  expect(chosen.map((one) => one.section)).toEqual(['business', null])
  expect(section).toBe('news')
})

test('a paper without the section of all articles takes its first one', () => {
  expect(mergeChoices({ ...SOURCES, sections: ['tech', 'culture'] }).section).toBe('tech')
})
