import { expect, test } from 'vitest'
import { judgeOne } from '#core/newsroom/judge/testing/judge-one.ts'

test.each<[text: string, sources: string[], codes: string[]]>([
  [
    'The bakery Aster in Ghent hired 42 people.',
    ['Aster, a bakery in Ghent, has hired 42 people, it said.'],
    [],
  ],
  [
    'The bakery Aster in Ghent hired 43 people.',
    ['Aster, a bakery in Ghent, has hired 42 people, it said.'],
    ['number_not_in_source'],
  ],
  [
    'The bakery Lupin in Ghent hired 42 people.',
    ['Aster, a bakery in Ghent, has hired 42 people, it said.'],
    ['name_not_in_source'],
  ],
])('%s', (text, sources, codes) => {
  expect(judgeOne(text, sources).findings.map(({ code }) => code)).toEqual(codes)
})
