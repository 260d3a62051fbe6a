import { expect, test } from 'vitest'
import { checkAdditions } from '#core/translation/checks/check-additions.ts'
import { compileGlossary } from '#core/translation/checks/glossary.ts'
import { checkNumbers } from '#core/translation/checks/numbers/check-numbers.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import type { Problem } from '#core/translation/problem.ts'

const PROBLEMS: Problem[] = [
  { code: 'empty', what: '' },
  { code: 'too_many_characters', limit: 20_000 },
  { code: 'identical' },
  { code: 'too_short', what: '40 %' },
  { code: 'too_long', what: '240 %' },
  { code: 'wrong_language', detected: 'en', quote: 'The end' },
  { code: 'number_missing', source: '12' },
  { code: 'number_added', target: '12' },
  { code: 'number_changed', source: '12', target: '13', language: 'de' },
  { code: 'decimal_point', target: '6.5 %', language: 'de' },
  { code: 'unit_changed', source: '12 %', target: '12', language: 'de' },
  { code: 'date_changed', source: 'March', target: 'April', language: 'de' },
  { code: 'negation_changed', source: 'is not safe', target: '' },
  { code: 'negation_changed', source: '', target: 'ist nicht sicher' },
  { code: 'negation_changed', source: 'illegal', target: 'legal' },
  { code: 'name_changed', source: 'OpenAI', target: 'Google' },
  { code: 'term_missing', term: 'OpenAI', times: 3, found: 0, wrote: 'Openai' },
  { code: 'term_forbidden', term: 'Handy' },
  { code: 'term_untranslated', term: 'language model', as: 'Sprachmodell' },
  { code: 'placeholder_missing', source: '{{name}}' },
  { code: 'placeholder_added', what: '{{name}}' },
  { code: 'address_added', what: 'https://example.org' },
  { code: 'html_added', what: '<b>' },
  { code: 'markdown_added', target: '**' },
  { code: 'control_character_added', target: 'a soft hyphen, U+00AD' },
]

test('every problem that a check finds has a sentence, with all of its parts', () => {
  for (const problem of PROBLEMS) {
    const { code, ...all } = problem
    const {
      language: _,
      times: _times,
      found: _found,
      ...parts
    } = { language: '', times: 0, found: 0, ...all }
    const sentence = describeProblem(problem)
    for (const part of Object.values({ ...parts, ...(code === 'wrong_language' && { detected: 'English' }) }))
      expect(sentence).toContain(String(part))
  }
})

test.each<[source: string, language: 'de' | 'es' | 'fr' | 'it' | 'pt', target: string, sentence: string]>([
  [
    '1,204 chips',
    'fr',
    '1,204 puces',
    'The original says “1,204”. French writes “1\u202F204”; “1,204” would be read as 1.204.',
  ],
  [
    '1,204 chips',
    'de',
    '1,204 Chips',
    'The original says “1,204”. German writes “1.204”; “1,204” would be read as 1.204.',
  ],
  [
    '1,204 chips',
    'pt',
    '1,204 chips',
    'The original says “1,204”. Portuguese writes “1\u00A0204”; “1,204” would be read as 1.204.',
  ],
  [
    '12.345 metres',
    'es',
    '12.345 metros',
    'The original says “12.345 metres”. Spanish writes “12,345 metros”; “12.345 metros” would be read as 12,345.',
  ],
  ['a 2.5% rise', 'it', 'un aumento del 2.5%', 'Italian writes “2,5%” with a comma, not “2.5%”.'],
  [
    '$6.5bn',
    'de',
    '6,5 Billionen Dollar',
    'The original says “$6.5bn”, the translation “6,5 Billionen Dollar”. German calls a billion “Milliarde”.',
  ],
  [
    'a billion chips',
    'fr',
    'un billion de puces',
    'The original says “a billion”, the translation “un billion”. French calls a billion “milliard”.',
  ],
  [
    '12 ships',
    'de',
    '13 Schiffe',
    'The original says “12”, the translation “13”. Write the number of the original.',
  ],
  [
    '5 miles away',
    'de',
    '5 Kilometer entfernt',
    'The original says “5 miles”, the translation “5 Kilometer”: the unit is not the same. Write that of the original; nothing is converted.',
  ],
])('%s in %s: %s', (source, language, target, sentence) => {
  expect(checkNumbers(source, target, language).map(describeProblem)).toEqual([sentence])
})

test('what cannot be seen is named', () => {
  const glossary = compileGlossary([
    { term: "L'Oréal", rule: 'keep' },
    { term: 'Open AI', rule: 'keep' },
  ])
  const sentences = (source: string, target: string) => glossary.check(source, target).map(describeProblem)
  expect(sentences("L'Oréal", 'L’Oréal')).toEqual([
    "“L'Oréal” stays as it is, says the glossary. The translation writes “L’Oréal”: the glossary has a straight apostrophe ('), the translation a curly apostrophe (’). Put it in exactly so.",
  ])
  expect(sentences('Open AI, and Open AI', 'Open AI')).toEqual([
    '“Open AI” stays as it is, says the glossary. The original has it 2 times, the translation once. Put it in exactly so.',
  ])
  expect(checkAdditions('Ships', 'Schif\u00ADfe').map(describeProblem)).toEqual([
    'The translation has a soft hyphen, U+00AD, which cannot be seen, and the original does not. Delete the words around it and type them anew.',
  ])
  const same = { source: '5 m', target: '5 m', language: 'de' } as const
  expect(describeProblem({ ...same, code: 'unit_changed' })).toContain('but German reads it in another way')
  const spaced = { source: '5 m', target: '5\u00A0m', language: 'de' } as const
  expect(describeProblem({ ...spaced, code: 'number_changed' })).toContain(
    'the original has a space, the translation a no-break space',
  )
})

test('a tag is called what it stands for', () => {
  const about = { what: '<a1>', segment: '1', block: 1, line: null, words: '' }
  expect(describeProblem({ ...about, code: 'tag_missing' })).toBe(
    'The original has the link <a1>, and the translation does not. Insert it at its place.',
  )
  expect(describeProblem({ ...about, code: 'tag_unclosed' })).toBe(
    'In the translation, the link <a1> has a beginning and no end. Put </a1> where it ends.',
  )
})
