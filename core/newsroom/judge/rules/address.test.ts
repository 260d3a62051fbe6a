import { expect, test } from 'vitest'
import { judgeOne } from '#core/newsroom/judge/testing/judge-one.ts'

const SOURCE = [
  'The bakery Aster in Ghent, which owns aster.example, has hired 42 people, J.Smith said at 9 a.m. on Monday, and @aster-ghent confirmed it.',
]
const codesOf = (text: string) => judgeOne(text, SOURCE).findings.map(({ code }) => code)

test.each([
  'https://evil.example',
  '//evil.example',
  'evil.example',
  'x.com',
  't.me/evil',
  'evil．example',
  'evil。example',
  'ｅｖｉｌ.example',
  'аррӏе.com',
  'пример.рф',
  'evil [dot] example',
  'evil(dot)example',
  'nora(at)evil',
  'nora@evil.example',
  'aster.example/path',
  '@evil_corp',
  '＠9evil',
  'evil dot com',
  'evil\u00a0DOT net',
  'evil dot co dot uk',
  'main.js and evil.example',
  'booking.com',
])('%s is an address', (address) => {
  expect(codesOf(`The bakery Aster in Ghent hired 42 people, see ${address} for more.`)).toContain('address')
})

test.each([
  'aster.example',
  'J.Smith',
  'and so on (at 9 a.m. on Monday)',
  'the U.S. and/or Ghent',
  '@aster-ghent',
  'main.js',
  '20 @ 5 euros',
  'after the dot com boom',
  'in a 1990s dot com crash',
  'where bakeries dot the town',
  'the union ver.di',
  'software in Node.js',
])('%s is none', (words) => {
  expect(codesOf(`The bakery Aster in Ghent hired 42 people, ${words} for more.`)).not.toContain('address')
})

test('an outlet that is called by its address is named, and not linked', () => {
  const codes = (outlet: string) =>
    judgeOne('Ovens.org reports that Aster in Ghent hired 42 people.', SOURCE, {
      source: { outlet },
    }).findings.map(({ code }) => code)
  expect(codes('Ovens.org')).toEqual([])
  expect(codes('The Harbour Post')).toContain('address')
})
