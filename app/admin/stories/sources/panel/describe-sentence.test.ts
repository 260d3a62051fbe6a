import { expect, test } from 'vitest'
import { describeState, nameOfState } from '#app/admin/stories/sources/panel/describe-sentence.ts'
import type { JudgeCode } from '#core/newsroom/judge/finding.ts'

const found = (...codes: JudgeCode[]) => codes.map((code) => ({ code, quote: 'Aster', other: '' }))

test.each<[name: string, codes: JudgeCode[]]>([
  ['Copied', ['copied_passage']],
  ['Copied', ['copied_passage', 'origin_not_named']],
  ['To change', ['address', 'markup']],
  ['Not covered', ['uncited']],
  ['Not covered', ['copied_passage', 'number_not_in_source']],
])('a red sentence is called what is wrong with it: %s for %s', (name, codes) => {
  expect(nameOfState('red', found(...codes))).toBe(name)
})

test('a copied sentence is not said to lack a source', () => {
  expect(describeState('red', { findings: found('copied_passage') })).toBe(
    'Copied. “Aster” is copied from the source. Write it in other words, or quote it.',
  )
})
