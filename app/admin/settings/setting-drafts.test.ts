import { describe, expect, test } from 'vitest'
import { SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { toDraft, toValue, withoutEmpty } from '#app/admin/settings/setting-drafts.ts'
import { checkSetting } from '#app/admin/settings/use-setting-form.ts'
import type { EditedKey } from '#core/domain/settings.ts'
import { SETTING_CASES } from '../../../tests/support/setting-cases.ts'

const EDITED = SETTING_CASES.filter(({ key }) => key in SETTING_LABELS) as {
  key: EditedKey
  valid: unknown[]
}[]

describe.each(EDITED)('$key', ({ key, valid }) => {
  test('is the same after it was edited back', () => {
    const initial = toDraft(key, undefined)
    for (const value of valid.filter((value) => value !== initial && !meansDefault(value)))
      expect(toValue(key, toDraft(key, value as never))).toEqual(value)
  })

  test('is the default when its fields are empty', () => {
    expect(toValue(key, toDraft(key, undefined))).toBeNull()
  })
})

/** An empty list means the default, or that of English. */
function meansDefault(value: unknown): boolean {
  return /\{"en":\[\]\}|"de":\[\]|^\[\]$|^\{\}$/.test(JSON.stringify(value))
}

test('what is empty in a list is left out, and English need not have a list of its own', () => {
  const words = { ...toDraft('banned_words', undefined), de: '\n Quantensprung \r\n\n' }
  expect(toValue('banned_words', words)).toEqual({ en: [], de: ['Quantensprung'] })
  expect(
    withoutEmpty([
      { value: ' ', label: '' },
      { value: '1', label: '' },
    ]),
  ).toEqual([{ value: '1', label: '' }])
})

test('a number is read from digits only, and anything else is left to be explained', () => {
  const value = (text: string) => toValue('landing_subscribers', text)
  expect([' 12 ', '', '1e3', '-1', '1.5', 'many'].map(value)).toEqual([12, null, '1e3', '-1', '1.5', 'many'])
  expect(checkSetting('landing_subscribers', 'many').problems?.get('landing_subscribers')).toBe(
    'Must be a whole number',
  )
  expect(checkSetting('landing_subscribers', 0).problems?.get('landing_subscribers')).toBe(
    'Must be 1 or more',
  )
})

test('a problem is placed at its field', () => {
  const fields = (key: EditedKey, value: unknown) => [...(checkSetting(key, value).problems ?? [])]
  expect(fields('site_name', 'x'.repeat(1_000_000))).toEqual([
    ['site_name', 'Must have at most 60 characters'],
  ])
  expect(fields('tagline', { fr: 'Nouvelles' })).toEqual([
    ['tagline.en', expect.stringContaining('in English too')],
  ])
  expect(fields('banned_words', { en: ['fine', 'x'.repeat(61)] })).toEqual([
    ['banned_words.en', 'Line 2: Must have at most 60 characters'],
  ])
  expect(fields('banned_words', { en: Array(201).fill('x') })).toEqual([
    ['banned_words.en', 'Must have at most 200 words'],
  ])
  expect(fields('landing_figures', { en: [{ value: '1', label: '' }] })).toEqual([
    ['landing_figures.en.0.label', 'Must not be empty'],
  ])
  expect(fields('landing_figures', { en: [], de: Array(5).fill({ value: '1', label: 'x' }) })).toEqual([
    ['landing_figures.de', expect.stringContaining('too many')],
  ])
})

test('a value is stored without the spaces around it', () => {
  expect(checkSetting('site_name', '  Le Monde ')).toEqual({ value: 'Le Monde' })
})

test('a note on style is trimmed, and one without words is none', () => {
  const notes = { ...toDraft('translation_style', undefined), de: ' Wir duzen nicht. \n', fr: ' \n ' }
  expect(toValue('translation_style', notes)).toEqual({ de: 'Wir duzen nicht.' })
  expect(
    checkSetting('translation_style', { de: 'x'.repeat(2001) }).problems?.get('translation_style.de'),
  ).toBe('Must have at most 2000 characters')
})
