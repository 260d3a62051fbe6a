import satori from 'satori'
import { expect, test } from 'vitest'
import { drawableText, fitText, loadFaces, SANS, SERIF } from '#server/platform/images/share/text-layout.ts'

const faces = await loadFaces()
const room = { width: 672, height: 372, sizes: [96, 84, 72, 60, 48] }
const style = { fontFamily: SERIF, lineHeight: 1 }

/** The box of the text once it is drawn, and its size. */
async function fitted(text: string, given = room) {
  let box = { width: 0, height: 0, size: 0 }
  await satori(await fitText(text, given, style, faces), {
    width: 1000,
    height: 1000,
    fonts: faces,
    onNodeDetected({ key, width, height, props }) {
      if (key === 'text') box = { width, height, size: props.style.fontSize }
    },
  })
  return { ...box, lines: Math.round(box.height / box.size) }
}

test('a short text is set in the largest size', async () => {
  expect(await fitted('Why small models win')).toMatchObject({ size: 96, lines: 2 })
})

test('a longer one is set smaller rather than on a fifth line', async () => {
  const { size, lines } = await fitted('The invoice for inference arrives and it is less than half the bill')
  expect(size).toBeLessThan(96)
  expect(lines).toBeLessThanOrEqual(4)
})

test('the lines are never higher than their room', async () => {
  const { height } = await fitted('one two three four five six seven eight', { ...room, height: 130 })
  expect(height).toBeLessThanOrEqual(130)
})

test('a long word makes the type smaller before it is broken', async () => {
  const { size, width } = await fitted('Die Übersetzungsmaschinen')
  expect(size).toBeLessThan(96)
  expect(width).toBeLessThanOrEqual(room.width + size / 4)
})

test.each(['seven letter words, again '.repeat(11), 'W'.repeat(300), '1/2-'.repeat(75)])(
  'a text that no size can fit is cut after four lines of the smallest: %j',
  async (text) => {
    const { size, lines, width } = await fitted(text)
    expect(size).toBe(48)
    expect(lines).toBe(4)
    expect(width).toBeLessThanOrEqual(room.width + size / 4)
  },
)

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
