import { describe, expect, test } from 'vitest'
import { articleInput } from '#core/domain/article-input.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import { anArticle } from '../../tests/support/articles.ts'

describe('a slug', () => {
  test.each([
    ['Why Small Models Keep Getting Better', 'why-small-models-keep-getting-better'],
    ['  What’s   next — a “quiet” return?  ', 'whats-next-a-quiet-return'],
    ['GPT-5 -- and - then', 'gpt-5-and-then'],
    ['GPT-4.5: half a step', 'gpt-4-5-half-a-step'],
    ['Élégance à Köln: ¿qué más?', 'elegance-a-koln-que-mas'],
    ['---', ''],
    ['日本語', ''],
    ['Новости 2024', '2024'],
    ['Line\nbreak\tand tab', 'line-break-and-tab'],
    ['C++ & C# (50%)', 'c-c-50'],
    ['Paral·lel, Paraŀlel', 'parallel-parallel'],
    ['CO₂ at OpenAI™', 'co2-at-openai'],
    ['İstanbul, ISPARTA, Ağrı', 'istanbul-isparta-agri'],
    ['Azərbaycan, Ƙasar Hausa, Malti Ħal', 'azerbaycan-kasar-hausa-malti-hal'],
    ['Stra\u00adßen\u200bbahn\u2060fahr\u00adplan der Metropole', 'strassenbahnfahrplan-der-metropole'],
  ])('of "%s" is "%s"', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug)
  })

  test('is cut where it may not be that long, and ends with no hyphen', () => {
    expect(slugFromTitle('City & life', 5)).toBe('city')
    expect(slugFromTitle('Cafés', 3)).toBe('caf')
  })

  test('made from a title is a valid one', () => {
    const title = '— A harbour town’s 3 “audits”, in Köln! —'
    expect(articleInput.safeParse(anArticle({ title, slug: slugFromTitle(title) })).success).toBe(true)
  })
})

test.each([
  ['Straße nach Łódź', 'straße-nach-łódź', 'strasse-nach-lodz'],
  ['Smørrebrød på Ærø', 'smørrebrød-på-ærø', 'smorrebrod-pa-aero'],
  ['Cœur et œuvre', 'cœur-et-œuvre', 'coeur-et-oeuvre'],
  ['Đakovo i Đorđe', 'đakovo-i-đorđe', 'dakovo-i-dorde'],
  ['Þórr og eðla', 'þórr-og-eðla', 'thorr-og-edla'],
  ['Iğdır', 'iğdır', 'igdir'],
  ['GROẞE STRAẞE', 'große-straße', 'grosse-strasse'],
  ['ﬁnal Œ Ŀ ŀ ĸ ŋ', 'ﬁnal-œ-ŀ-ŀ-ĸ-ŋ', 'final-oe-l-l-k-n'],
])('slug-letters: the title "%s" and the field "%s" are %s', (title, field, slug) => {
  expect(slugFromTitle(title)).toBe(slug)
  expect(slugFromTitle(field)).toBe(slug)
})

test.each([
  ['Große Modelle auf der Straße', 'grosse-modelle-auf-der-strasse'],
  ['L’œuvre au cœur de l’IA', 'loeuvre-au-coeur-de-lia'],
  ['Łódź og Øresund', 'lodz-og-oresund'],
  ['2019–2024: cinco años', '2019-2024-cinco-anos'],
  ['KI/ML und/oder', 'ki-ml-und-oder'],
  ['Weißes Haus', 'weisses-haus'],
  ['Das 1×1 der KI', 'das-1x1-der-ki'],
])('lang-slug-letters: "%s" is %s', (title, slug) => {
  expect(slugFromTitle(title)).toBe(slug)
})
