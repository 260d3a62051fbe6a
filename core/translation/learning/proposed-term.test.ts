import { expect, test } from 'vitest'
import { proposedTerm } from '#core/translation/learning/proposed-term.ts'

test.each<[string, string, string[], string | null]>([
  [
    'the longest run of words in all sources',
    'Sprachmodell',
    [
      'Language models are large.',
      'The new language model of <b1>Jackdaw</b1>',
      'Every language model fails',
    ],
    'language model',
  ],
  ['also through marks', 'LLM', ['a <b1>language</b1> model', 'the language model'], 'language model'],
  ['what was put back', 'Prompt', ['A prompt for the model', 'The prompt of a model'], 'prompt'],
  ['with its capitals', 'OpenAI', ['OpenAI says', 'by OpenAI'], 'OpenAI'],
  ['not only function words', 'Das', ['of the data', 'of the model'], null],
  ['nothing in common', 'KI', ['alpha beta', 'gamma delta'], null],
  ['not through punctuation', 'KI', ['data, centre', 'data, centre'], 'centre'],
  ['not through code', 'KI', ['data <c1/> sets', 'data <c1/> sets'], 'data'],
  ['at most five words', 'KI', ['one1 ab cd ef gh ij', 'ab cd ef gh ij'], 'ab cd ef gh ij'],
  ['no numbers alone', 'KI', ['in 2026 alpha', 'in 2026 beta'], null],
  ['no source', 'KI', [], null],
])('finds the term: %s', (_, after, sources, expected) => {
  expect(proposedTerm({ after, sources })).toBe(expected)
})

test('takes long sources', () => {
  const source = `${'word '.repeat(100_000)}`
  expect(proposedTerm({ after: 'KI', sources: [source, source, source] })).toBe('word word word word word')
})
