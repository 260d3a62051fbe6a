import { expect, test } from 'vitest'
import { glossaryTermInput, MAX_TERM_CHARACTERS, MAX_TERMS } from '#core/domain/glossary-term-input.ts'
import * as checks from '#core/translation/checks/glossary.ts'
import { compileGlossary, MAX_GLOSSARY_ENTRIES } from '#core/translation/checks/glossary.ts'

const keep = (term: string) => ({ language: 'de', term, rule: 'keep', translation: '' })
const as = (term: string, translation: string | null) => ({
  language: 'de',
  term,
  rule: 'translate-as',
  translation,
})

test.each([
  [keep('  OpenAI '), { language: 'de', term: 'OpenAI', rule: 'keep', translation: null }],
  [keep('cafe\u0301'), { language: 'de', term: 'café', rule: 'keep', translation: null }],
  [
    as('data set', ' Datensatz'),
    { language: 'de', term: 'data set', rule: 'translate-as', translation: 'Datensatz' },
  ],
  [keep('C++'), { language: 'de', term: 'C++', rule: 'keep', translation: null }],
])('accepts %j', (input, expected) => {
  const parsed = glossaryTermInput.parse(input)
  expect(parsed).toEqual(expected)
  const { term, rule, translation } = parsed
  expect(() => compileGlossary([{ term, rule, ...(translation && { as: translation }) }])).not.toThrow()
})

test.each<[string, unknown, string]>([
  ['nothing', keep(' '), 'Please write the term.'],
  ['no word', keep('…!'), 'It needs at least one letter or digit.'],
  ['thirteen words', keep('a '.repeat(13)), 'Use at most 12 words.'],
  ['many characters', keep('x'.repeat(101)), 'Use at most 100 characters.'],
  ['a line break', keep('a\nb'), 'This text has a character that cannot be stored. Please type it without.'],
  [
    'half a character',
    keep('a\ud800'),
    'This text has a character that cannot be stored. Please type it without.',
  ],
  [
    'a turned direction',
    keep('a\u202eb'),
    'This text has a character that cannot be stored. Please type it without.',
  ],
  ['no translation', as('data set', ''), 'Please write what it is translated as.'],
  [
    'a translation to keep',
    { ...keep('x'), translation: 'y' },
    'A translation belongs to the rule “translate as” only.',
  ],
  [
    'another language',
    { ...keep('x'), language: 'en' },
    'Choose one of the languages es, fr, de, it and pt.',
  ],
  [
    'another rule',
    { ...keep('x'), rule: 'constructor' },
    'Choose one of the rules keep, translate-as and never.',
  ],
])('refuses %s', (_, input, message) => {
  expect(glossaryTermInput.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('has the bounds of what compares texts with terms', () => {
  expect([MAX_TERM_CHARACTERS, MAX_TERMS]).toEqual([checks.MAX_TERM_CHARACTERS, MAX_GLOSSARY_ENTRIES])
})
