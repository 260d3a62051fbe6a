import { expect, test } from 'vitest'
import { termOfProposal } from '#core/domain/glossary-term.ts'

const language = 'de'

test.each([
  [
    'a translation',
    'Sprachmodell',
    'language model',
    { term: 'language model', rule: 'translate-as', translation: 'Sprachmodell' },
  ],
  [
    'English words that were put back',
    'Prompts',
    'prompt',
    { term: 'prompt', rule: 'keep', translation: null },
  ],
  ['words without an English term', 'KI', null, { term: 'AI-Ding', rule: 'never', translation: null }],
])('a proposal becomes a term: %s', (_, after, term, expected) => {
  expect(termOfProposal({ language, before: 'AI-Ding', after, term })).toEqual({ language, ...expected })
})
