import { expect, test } from 'vitest'
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
  { code: 'number_changed', source: '12', target: '13' },
  { code: 'decimal_point', target: '6.5 %' },
  { code: 'unit_changed', source: '12 %', target: '12' },
  { code: 'date_changed', source: 'March', target: 'April' },
  { code: 'term_missing', term: 'OpenAI' },
  { code: 'term_forbidden', term: 'Handy' },
  { code: 'term_untranslated', term: 'language model', as: 'Sprachmodell' },
  { code: 'placeholder_missing', source: '{{name}}' },
  { code: 'placeholder_added', what: '{{name}}' },
  { code: 'address_added', what: 'https://example.org' },
  { code: 'html_added', what: '<b>' },
  { code: 'markdown_added', target: '**' },
  { code: 'control_character_added', target: 'U+202E' },
]

test('every problem that a check finds has a sentence, with all of its parts', () => {
  for (const problem of PROBLEMS) {
    const { code, ...parts } = problem
    const sentence = describeProblem(problem)
    for (const part of Object.values({ ...parts, ...(code === 'wrong_language' && { detected: 'English' }) }))
      expect(sentence).toContain(String(part))
  }
  expect(describeProblem({ code: 'number_changed', source: '6.5bn', target: '6,5 Billionen' })).toBe(
    'The original says “6.5bn”, the translation “6,5 Billionen”.',
  )
})
