import { describe, expect, test } from 'vitest'
import { foldLetters } from '#core/languages/fold-letters.ts'
import { foldWords, hasWords } from '#core/languages/fold-words.ts'

test.each([
  ['Über Straßen, GROẞE', 'uber strassen, grosse'],
  ['Cœur, Æther, ﬁnal, Ĳssel', 'coeur, aether, final, ijssel'],
  ['Łódź og Øresund, Þórr', 'lodz og oresund, thorr'],
  ['İstanbul, Iğdır', 'istanbul, igdir'],
  ['Auf\u00admerk\u200bsam\u2060keit\ufeff', 'aufmerksamkeit'],
  ['cafe\u0301, café', 'cafe, cafe'],
])('the letters of "%s" are "%s"', (text, folded) => {
  expect(foldLetters(text)).toBe(folded)
  expect(foldLetters(folded)).toBe(folded)
})

test.each([
  ['GPT-4, GPT 4 et GPT4o', ['gpt', '4', 'gpt', '4', 'et', 'gpt', '4o']],
  ['L’État, C++, C# & AT&T', ['l', 'etat', 'c++', 'c#', 'at&t']],
  ['H2O, o1', ['h2o', 'o1']],
])('the words of "%s" are %o', (text, words) => {
  expect(foldWords(text)).toEqual(words)
})

describe('what is kept is found', () => {
  test.each([
    ["l'apprentissage", 'L’apprentissage des réseaux au cœur de l’État'],
    ['reseaux coeur', 'L’apprentissage des réseaux au cœur de l’État'],
    ['strassen', 'Über Straßen und Große Modelle'],
    ['que aprende', 'Qué aprende un niño en España'],
    ['ACOES', 'As ações da regulação'],
    ["don't believe", 'Don’t believe O’Brien’s naïve café'],
    ['fahrplan', 'Straßenbahnfahrplan der Metropole'],
    ['strassenbahnfahrplan', 'Stra\u00dfenbahn\u00adfahrplan der Metropole'],
    ['datenschutzgrundverordnung', 'Datenschutz-Grundverordnung mit Strich'],
    ['Datenschutz-Grundverordnung', 'Datenschutzgrundverordnung in Kürze'],
    ['GPT-9', 'GPT 9 is out'],
    ['GPT 9', 'Das Modell GPT-9'],
    ['gpt9', 'Das Modell GPT-9'],
    ['c++', 'Code in C++'],
    ['???', 'Why not???'],
  ])('by "%s" in "%s"', (query, text) => {
    expect(hasWords(text, query)).toBe(true)
  })

  test.each([
    ['GPT 9', 'GPT 4 in 1999'],
    ['C++', 'C and its cousins'],
    ['???', 'Why not?'],
    ['reseaux moteur', 'L’apprentissage des réseaux'],
  ])('but not by "%s" in "%s"', (query, text) => {
    expect(hasWords(text, query)).toBe(false)
  })
})
