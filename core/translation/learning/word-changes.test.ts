import { describe, expect, test } from 'vitest'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { changeKey, wordChanges } from '#core/translation/learning/word-changes.ts'

const changes = (before: string, after: string, language: TranslatedLanguage = 'de', source = '') =>
  wordChanges({ source, before, after }, language).map((change) => `${change.before} → ${change.after}`)

describe('which words were replaced', () => {
  test.each<[TranslatedLanguage, string, string, string[]]>([
    ['de', 'Das Sprachmodell antwortet.', 'Das LLM antwortet.', ['Sprachmodell → LLM']],
    [
      'de',
      'Ein großes Sprachmodell von heute',
      'Ein Foundation Model von heute',
      ['großes Sprachmodell → Foundation Model'],
    ],
    ['de', 'Das Gerät und die Anwendung', 'Das Handy und die App', ['Gerät → Handy', 'Anwendung → App']],
    ['de', 'Er nutzt das Modell', 'Er nutzt die KI', ['Modell → KI']],
    ['de', 'Das <b1>Gerät</b1> fällt', 'Das <b1>Handy</b1> fällt', ['Gerät → Handy']],
    ['de', 'Ein KI System', 'Ein KI-System', ['KI System → KI-System']],
    ['fr', 'L’usage de l’IA', 'L’usage de l’intelligence artificielle', ['IA → intelligence artificielle']],
    ['es', 'un modelo de lenguaje', 'un modelo lingüístico', ['lenguaje → lingüístico']],
    ['de', 'Das cafe\u0301 schließt', 'Die Bar schließt', ['café → Bar']],
  ])('%s: %s: %s', (language, before, after, expected) => {
    expect(changes(before, after, language)).toEqual(expected)
  })

  test.each<[string, string, string]>([
    ['nothing changed', 'Das Modell', 'Das Modell'],
    ['only an article', 'Der Modell antwortet', 'Das Modell antwortet'],
    ['only an ending', 'Die Modelle', 'Die Modellen'],
    ['only the case', 'das internet', 'das Internet'],
    ['only punctuation', 'Das Modell, neu', 'Das Modell: neu'],
    ['only a number', '5 Modelle und GPT-4', '6 Modelle und GPT-5'],
    ['a number with its word', 'Im Jahr 2019 kam', 'Im Jahr 2020 kam'],
    ['only a tag', 'Das <b1>Modell</b1>', '<b1>Das</b1> Modell'],
    ['something was added', 'Das Modell', 'Das neue Modell'],
    ['something was removed', 'Das neue Modell', 'Das Modell'],
    [
      'the sentence is another',
      'Eins Zwei Drei Vier Fünf Sechs Sieben',
      'Wir haben gestern Abend lange gearbeitet und geredet',
    ],
    ['sentences between which a tag stands', 'Alpha <c1/> Beta', 'Gamma <c2/> Delta'],
    ['one letter', 'Plan A gilt', 'Plan B gilt'],
  ])('nothing is learned: %s', (_, before, after) => {
    expect(changes(before, after)).toEqual([])
  })

  test('a change of case counts where it restores what the source says', () => {
    expect(changes('von Openai', 'von OpenAI', 'de', 'by OpenAI')).toEqual(['Openai → OpenAI'])
  })

  test('the same change twice is one', () => {
    expect(changes('Gerät hier, Gerät dort', 'Handy hier, Handy dort')).toEqual(['Gerät → Handy'])
  })

  test('has bounds', () => {
    const words = Array.from(
      { length: 500 },
      (_, index) => `wort${String.fromCharCode(97 + (index % 26))}${index}x`,
    )
    expect(changes('x '.repeat(20_000), 'y '.repeat(20_000))).toEqual([])
    expect(
      changes(words.join(' und '), words.map((word) => `neu${word}`).join(' und ')).length,
    ).toBeLessThanOrEqual(20)
    expect(changes('Gerät', 'z'.repeat(101))).toEqual([])
  })

  test('a text in which every other word is another one was written anew, which says nothing of words', () => {
    const text = (word: string) =>
      Array.from({ length: 60 }, (_, place) => `Satz${place} ${word}${place}`).join(' ')
    expect(changes(text('Modell'), text('System'))).toEqual([])
  })

  test('names of properties are words', () => {
    expect(changes('constructor hier', '__proto__ hier')).toEqual(['constructor → proto'])
  })
})

test.each<[TranslatedLanguage, [string, string], [string, string]]>([
  ['de', ['Sprachmodell', 'LLM'], ['Sprachmodelle', 'LLM']],
  ['de', ['sprachmodellen', 'Foundation Models'], ['Sprachmodell', 'Foundation Model']],
  ['fr', ['modèle ouvert', 'modèle libre'], ['modèles ouverts', 'modèles libres']],
  ['es', ['dato', 'cifra'], ['datos', 'cifras']],
  ['it', ['modello', 'sistema'], ['Modelli', 'sistemi']],
  ['pt', ['celular', 'telemóvel'], ['Celular', 'Telemóvel']],
])(
  'the same change in other forms has the same key in %s',
  (language, [before, after], [before2, after2]) => {
    expect(changeKey({ before: before2, after: after2 }, language)).toBe(
      changeKey({ before, after }, language),
    )
  },
)

test('another change has another key', () => {
  const key = changeKey({ before: 'Modell', after: 'KI' }, 'de')
  expect(changeKey({ before: 'Modem', after: 'KI' }, 'de')).not.toBe(key)
  expect(changeKey({ before: 'Modell', after: 'LLM' }, 'de')).not.toBe(key)
  expect(changeKey({ before: 'esta', after: 'aquí' }, 'es')).not.toBe(
    changeKey({ before: 'está', after: 'aquí' }, 'es'),
  )
})
