import { describe, expect, test } from 'vitest'
import { compileGlossary, type GlossaryEntry } from '#core/translation/checks/glossary.ts'

const codes = (entries: GlossaryEntry[], source: string, target: string) =>
  compileGlossary(entries)
    .check(source, target)
    .map(({ code }) => code)

const keep = (term: string): GlossaryEntry => ({ term, rule: 'keep' })
const as = (term: string, as: string): GlossaryEntry => ({ term, rule: 'translate-as', as })
const never = (term: string): GlossaryEntry => ({ term, rule: 'never' })

test.each<[GlossaryEntry, string, string]>([
  [keep('OpenAI'), 'OpenAI’s models', 'Die Modelle von OpenAI'],
  [keep('OpenAI'), 'models of OpenAI', 'OpenAIs Modelle'],
  [keep('OpenAI'), 'an OpenAI model', 'ein OpenAI-Modell'],
  [keep('OpenAI'), 'the model', 'das Modell'],
  [keep('GPU'), 'two GPUs', 'zwei GPUs'],
  [keep('GPT-4'), 'GPT-4o is new', 'Das Neue ist da'],
  [keep('Apple Watch'), 'an Apple Watch', 'une Apple\u00a0Watch'],
  [keep('C++'), 'in C++', 'in C++'],
  [keep('.NET'), 'with .NET', 'mit .NET'],
  [keep('prompt'), 'Prompt design', 'Prompt-Entwurf'],
  [keep('Go'), 'go on', 'weiter'],
  [keep('café'), 'the cafe\u0301', 'das café'],
  [as('language model', 'Sprachmodell'), 'two language models', 'zwei Sprachmodelle'],
  [as('language model', 'Sprachmodell'), 'Language model vendors', 'Sprachmodellanbieter'],
  [as('data set', 'Datensatz'), 'two data sets', 'zwei Datensätze'],
  [as('data centre', 'Rechenzentrum'), 'data centres', 'Rechenzentren'],
  [as('application', 'aplicação'), 'applications', 'aplicações'],
  [as('language model', 'modelo de lenguaje'), 'language models', 'los modelos de lenguaje'],
  [as('machine learning', 'apprentissage automatique'), 'machine learning', 'L’apprentissage automatique'],
  [never('Künstliche Intelligenz'), 'artificial intelligence', 'künstliche Intelligenz'],
  [never('app'), 'the application', 'die Applikation'],
])('%j agrees with %s: %s', (entry, source, target) => {
  expect(codes([entry], source, target)).toEqual([])
})

describe('finds', () => {
  test.each<[GlossaryEntry, string, string, string[]]>([
    [keep('OpenAI'), 'OpenAI and OpenAI', 'OpenAI', ['term_missing']],
    [keep('OpenAI'), 'OpenAI', 'Openai', ['term_missing']],
    [keep('Jackdaw'), 'Jackdaw', 'Dohle', ['term_missing']],
    [keep('Jackdaw'), 'Jackdaw', 'Jackdawmodell', ['term_missing']],
    [
      as('language model', 'Sprachmodell'),
      'a language model',
      'ein Modell der Sprache',
      ['term_untranslated'],
    ],
    [as('weight', 'peso'), 'the weights', 'i dati', ['term_untranslated']],
    [never('KI-System'), 'an AI system', 'ein KI-System', ['term_forbidden']],
    [never('handy'), 'a phone', 'Ein Handy', ['term_forbidden']],
  ])('%j in %s: %s', (entry, source, target, expected) => {
    expect(codes([entry], source, target)).toEqual(expected)
  })
})

test('names the terms of a source, for the model', () => {
  const entries = [keep('OpenAI'), as('language model', 'Sprachmodell'), never('Handy'), keep('Go')]
  const glossary = compileGlossary(entries)
  expect(glossary.termsIn('Language models by OpenAI')).toEqual([entries[1], entries[0]])
  expect(glossary.forbidden).toEqual([entries[2]])
})

test('has bounds', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => keep(`the term ${index}`))
  expect(compileGlossary(many(2000)).check('the term 7', 'der Begriff')).toEqual([
    { code: 'term_missing', term: 'the term 7', times: 1, found: 0, wrote: null },
  ])
  expect(() => compileGlossary(many(2001))).toThrow(RangeError)
  for (const entry of [
    keep(''),
    keep('…'),
    keep('x'.repeat(101)),
    keep('x '.repeat(13)),
    as('x', '…'),
    as('x', ''),
  ])
    expect(() => compileGlossary([entry]), entry.term).toThrow(RangeError)
  expect(() => compileGlossary([{ term: 'x', rule: 'translate-as' }])).toThrow(RangeError)
  expect(() => compileGlossary([{ term: 'x', rule: 'keep', as: 'y' }])).toThrow(RangeError)
})

test('two thousand long terms that all stand in a text are compared with it', () => {
  const entries = Array.from({ length: 2000 }, (_, index) =>
    as(`river${index}`, `a b c d e f g h i j k l${index}`),
  )
  const { check } = compileGlossary(entries)
  const source = entries.map(({ term }) => term).join(' ')
  const target = 'Der Fluss a b c d e f g h i j k ist da. '.repeat(400)
  for (const text of [target, target])
    expect(check(source, text).map(({ code }) => code)).toEqual(entries.map(() => 'term_untranslated'))
  expect(check(source, entries.map((entry) => entry.as).join(', '))).toEqual([])
})

test('letters beyond the first plane are not cut in half', () => {
  const term = as('harbour', 'haf𝒜𝒷n')
  expect(codes([term], 'the harbour', 'der haf𝒜𝒷n ist offen')).toEqual([])
  expect(codes([term], 'the harbour', 'der Kai ist offen')).toEqual(['term_untranslated'])
})

test('a term is no name of a property', () => {
  const glossary = compileGlossary([keep('constructor'), keep('__proto__')])
  expect(glossary.termsIn('toString of a constructor')).toEqual([keep('constructor')])
})

test.each<[language: string, term: string, is: string, source: string, target: string]>([
  ['it', 'neural network', 'rete neurale', 'neural networks', 'le reti neurali'],
  ['it', 'weight', 'peso', 'the weights', 'i pesi'],
  ['it', 'data point', 'dato', 'data points', 'i dati'],
  ['es', 'voice', 'voz', 'voices', 'las voces'],
  ['pt', 'action', 'ação', 'actions', 'as ações'],
])('lang-glossary-short-words: in %s, %s is %s, as in %s: %s', (_, term, is, source, target) => {
  expect(codes([as(term, is)], source, target)).toEqual([])
})
