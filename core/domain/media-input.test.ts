import { describe, expect, test } from 'vitest'
import { type MediaDetailsForm, mediaDetailsForm, mediaDetailsInput } from '#core/domain/media-input.ts'

const EMPTY: MediaDetailsForm = {
  en: '',
  es: '',
  fr: '',
  de: '',
  it: '',
  pt: '',
  decorative: false,
  credit: '',
  licence: '',
  licence_url: '',
}
const parse = (change: Partial<MediaDetailsForm>) => mediaDetailsInput.safeParse({ ...EMPTY, ...change })

test('empty fields are stored as nothing', () => {
  expect(parse({ de: '  Ein Hafen ', credit: ' ' }).data).toEqual({
    alts: { de: 'Ein Hafen' },
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
  const form = { ...EMPTY, en: 'A', credit: 'B', licence_url: 'https://c.example/' }
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
