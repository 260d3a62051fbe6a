import { expect, test } from 'vitest'
import { loadTypefaces } from '#server/images/share/fonts/typefaces.ts'
import { drawableText } from '#server/images/share/text/drawable-text.ts'

const { serif, sans } = await loadTypefaces()

test('everything that our six languages are written with can be drawn', () => {
  const signs =
    'ÄÖÜäöüßẞœŒæÆñÑçÇãõÃÕáéíóúýàèìòùâêîôûëïÿŸåøÁÉÍÓÚÀÈÌÒÙÂÊÎÔÛËÏłŁčšžğışőű„“”‚‘’«»‹›…–—¿¡ºª€$£%§°·•×&@#*()[]/+=?!'
  expect(drawableText(signs, serif)).toBe(signs)
  const capitals = 'TECHNOLOGIE ACTUALITÉS NEGÓCIOS OPINIÓN TECNOLOGÍA ÉCONOMIE NOTÍCIAS Æ Œ Ł ẞ'
  expect(drawableText(capitals, sans)).toBe(capitals)
})

test('Greek and Cyrillic come from the second serif', () => {
  expect(drawableText('Αθήνα και Москва', serif)).toBe('Αθήνα και Москва')
})

test.each([
  ['AI 🚀🔥 in 2027: 中国 and 👩‍👩‍👧‍👦 the family', 'AI in 2027: and the family'],
  ['A\u202eevil\u202c \u200fmark\u0000\u0007\n\ttitle', 'Aevil mark title'],
  ['Cafe\u0301', 'Café'],
  ['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́O', 'ZALGO'],
  ['Quoi\u202f?', 'Quoi\u00a0?'],
  ['non\u2011breaking soft\u00adhyphen', 'non-breaking softhyphen'],
  ['ǎ\ud800b', 'a b'],
  ['<script>&amp;"\'', '<script>&amp;"\''],
])('of %j, %j is drawn', (typed, drawn) => {
  expect(drawableText(typed, serif)).toBe(drawn)
})

test.each(['', '   ', '🚀', 'مرحبا بالعالم', 'שלום', '你好', '!?…', '\ud800'])(
  'nothing readable remains of %j',
  (typed) => {
    expect(drawableText(typed, serif)).toBe('')
  },
)
