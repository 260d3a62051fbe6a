import { describe, expect, test } from 'vitest'
import {
  divideDetails,
  type MediaDetails,
  type MediaDetailsForm,
  mediaDetailsForm,
  mediaDetailsInput,
  plainFileName,
} from '#core/domain/media-input.ts'

const EMPTY: MediaDetailsForm = {
  en: '',
  es: '',
  fr: '',
  de: '',
  it: '',
  pt: '',
  caption_en: '',
  caption_es: '',
  caption_fr: '',
  caption_de: '',
  caption_it: '',
  caption_pt: '',
  decorative: false,
  credit: '',
  licence: '',
  licence_url: '',
}
const parse = (change: Partial<MediaDetailsForm>) => mediaDetailsInput.safeParse({ ...EMPTY, ...change })

test('empty fields are stored as nothing', () => {
  expect(parse({ de: '  Ein Hafen ', credit: ' ', caption_fr: ' Le port' }).data).toEqual({
    alts: { de: 'Ein Hafen' },
    captions: { fr: 'Le port' },
    decorative: false,
    credit: null,
    licence: null,
    licence_url: null,
  })
})

test('a decoration has no alt texts', () => {
  expect(parse({ en: 'A harbour', decorative: true }).data?.alts).toEqual({})
})

test('the form has what is stored', () => {
  const form = { ...EMPTY, en: 'A', caption_en: 'C', credit: 'B', licence_url: 'https://c.example/' }
  expect(mediaDetailsForm(mediaDetailsInput.parse(form))).toEqual(form)
})

describe('a field says what is wrong', () => {
  test.each<[keyof MediaDetailsForm, string]>([
    ['en', 'a'.repeat(1_000_000)],
    ['en', 'a\u0000b'],
    ['fr', '\u202eabc'],
    ['de', 'two\nlines'],
    ['credit', '😀'.repeat(201)],
    ['credit', '\ud800'],
    ['licence', 'a'.repeat(101)],
    ['licence_url', 'javascript:alert(1)'],
    ['licence_url', 'JAVASCRIPT://a.example/%0aalert(1)'],
    ['licence_url', 'data:text/html,x'],
    ['licence_url', 'creativecommons.org'],
    ['licence_url', 'https://a@b.example/'],
    ['licence_url', 'https://a.example/" onclick="x'],
    ['licence_url', 'https://'],
  ])('%s: %j', (field, text) => {
    expect(parse({ [field]: text }).error?.issues[0]?.path).toEqual([field])
  })
})

test.each(['😀'.repeat(200), '__proto__', '<b>Nora</b> & "Co"', 'שלום'])('%j is a credit', (credit) => {
  expect(parse({ credit }).data?.credit).toBe(credit)
})

test('a licence of Creative Commons has its address, unless another is given', () => {
  expect(parse({ licence: 'cc by-sa 4.0' }).data?.licence_url).toBe(
    'https://creativecommons.org/licenses/by-sa/4.0/',
  )
  expect(parse({ licence: 'CC BY 4.0', licence_url: 'https://a.example/' }).data?.licence_url).toBe(
    'https://a.example/',
  )
  expect(parse({ licence: 'By arrangement' }).data?.licence_url).toBeNull()
})

test.each([
  ['IMG_0815.JPG', 'IMG_0815.JPG'],
  [' Hafen\u202e bei\nNacht.png ', 'Hafen beiNacht.png'],
  ['\u0000', ''],
  ['a'.repeat(300), 'a'.repeat(255)],
  ['\ud800.png', '\ufffd.png'],
])('the file %j is called %j', (name, plain) => {
  expect(plainFileName(name)).toBe(plain)
})

describe('what is said of a picture in a text', () => {
  const known: MediaDetails = {
    alts: { en: 'A harbour', fr: 'Un port' },
    captions: {},
    decorative: false,
    credit: 'Nora',
    licence: null,
    licence_url: null,
  }
  const divide = (typed: Partial<MediaDetails>, replaces = false) =>
    divideDetails(known, { ...known, ...typed }, { language: 'en', replaces })

  test('is kept in the library where that says nothing yet', () => {
    const { kept, place } = divide({ captions: { en: 'The harbour at night' }, licence: 'CC0 1.0' })
    expect(kept).toEqual({ ...known, captions: { en: 'The harbour at night' }, licence: 'CC0 1.0' })
    expect(place).toEqual({ alt: 'A harbour', caption: 'The harbour at night', credit: '' })
  })

  test('can differ from the library at one place, or replace what that says', () => {
    const typed = { alts: { en: 'Two cranes', fr: 'Le port' }, credit: 'Mara' }
    expect(divide(typed)).toEqual({
      kept: { ...known, alts: { en: 'A harbour', fr: 'Le port' } },
      place: { alt: 'Two cranes', caption: '', credit: 'Mara' },
    })
    expect(divide(typed, true)).toEqual({
      kept: { ...known, ...typed },
      place: { alt: 'Two cranes', caption: '', credit: '' },
    })
  })

  test('can be left out there, and stays in the library', () => {
    expect(divide({ alts: { fr: 'Un port' }, credit: null })).toEqual({
      kept: known,
      place: { alt: '', caption: '', credit: '' },
    })
  })
})
