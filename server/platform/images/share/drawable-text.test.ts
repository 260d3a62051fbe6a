import { expect, test } from 'vitest'
import { drawableText } from '#server/platform/images/share/drawable-text.ts'
import { loadFaces, SANS, SERIF } from '#server/platform/images/share/faces.ts'

const faces = await loadFaces()

test('every character of the six languages can be drawn', async () => {
  const characters =
    'ÄÖÜäöüßẞœŒæÆñÑçÇãõÃÕáéíóúýàèìòùâêîôûëïÿŸåøÁÉÍÓÚÀÈÌÒÙÂÊÎÔÛËÏłŁčšžğışőű„“”‚‘’«»‹›…–—¿¡ºª€$£%§°·•×&@#*()[]/+=?!'
  expect(await drawableText(characters, SERIF, faces)).toBe(characters)
  const capitals = 'TECHNOLOGIE ACTUALITÉS NEGÓCIOS OPINIÓN TECNOLOGÍA ÉCONOMIE NOTÍCIAS Æ Œ Ł ẞ'
  expect(await drawableText(capitals, SANS, faces)).toBe(capitals)
})

test.each([
  ['AI 🚀🔥 in 2027: 中国 and 👩‍👩‍👧‍👦 the family', 'AI in 2027: and the family'],
  ['Αθήνα και Москва meet in Hà Nội', 'meet in Hà Noi'],
  ['A\u202eevil\u202c \u200fmark\u0000\u0007\n\ttitle', 'Aevil mark title'],
  ['Cafe\u0301', 'Café'],
  ['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́O', 'ZALGO'],
  ['Quoi\u202f?', 'Quoi\u00a0?'],
  ['non\u2011breaking soft\u00adhyphen', 'non-breaking softhyphen'],
  ['a\ud800b', 'a b'],
  ['\u0d4ea and \u{110bd}b', 'a and b'],
  ['<script>&amp;"\'', '<script>&amp;"\''],
  ['constructor __proto__ toString', 'constructor __proto__ toString'],
])('of %j, %j is drawn', async (typed, drawn) => {
  expect(await drawableText(typed, SERIF, faces)).toBe(drawn)
})

test.each([
  '',
  '   ',
  '🚀',
  'مرحبا بالعالم',
  'שלום',
  '你好',
  '한국어',
  'हिन्दी',
  '!?…',
  '\ud800',
  '\u0000',
  '\u{10ffff}',
])('nothing readable remains of %j', async (typed) => {
  expect(await drawableText(typed, SERIF, faces)).toBe('')
})

test('only the beginning of a very long text is examined', async () => {
  expect((await drawableText('word '.repeat(100_000), SERIF, faces)).length).toBeLessThanOrEqual(300)
})
