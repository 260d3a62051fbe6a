import { expect, test } from 'vitest'
import { judgeOne } from '#core/newsroom/judge/testing/judge-one.ts'

const SOURCE = ['Aster, a bakery in Ghent, has hired 42 people, it said on Tuesday.']
const findingsOf = (text: string, outlet: string) =>
  judgeOne(text, SOURCE, { source: { outlet } }).findings.map(({ code, quote }) => [code, quote])

test.each([
  'Nora Lind has hired 42 people in Ghent.',
  'Nora Lind stole the money of 42 people in Ghent.',
  'The bakery Aster hired Nora Lind and 42 people in Ghent.',
])('a page that calls itself by a name of a person covers nothing of her: %s', (text) => {
  expect(findingsOf(text, 'Nora Lind')).toContainEqual(['name_not_in_source', 'Nora'])
})

test.each([
  'Nora Lind reports that Aster took on 42 people in Ghent.',
  'Aster took on 42 people in Ghent, according to Nora Lind.',
  'Aster told Nora Lind that it took on 42 people in Ghent.',
  'Aster took on 42 people in Ghent, as the newspaper Nora Lind wrote.',
])('an outlet is named as the origin: %s', (text) => {
  expect(findingsOf(text, 'Nora Lind')).toEqual([])
})
