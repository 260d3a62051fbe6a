import { expect, test } from 'vitest'
import { fillMarks, findUnknownMarks, type MarkValues, markValues } from '#core/domain/page-marks.ts'
import { settingsOf } from '#core/domain/settings.ts'

const { settings } = settingsOf([], { contact_address: 'desk@example.org' })
const values = markValues(settings, 'https://example.org', 'en')

test('marks are filled in once, and what is none stays', () => {
  expect(fillMarks('{site_name} {contact_address} {site_url}', values)).toBe(
    'AI Watch desk@example.org https://example.org',
  )
  const odd: MarkValues = { ...values, site_name: '{site_url} $&' }
  expect(fillMarks('{site_name}', odd)).toBe('{site_url} $&')
  expect(fillMarks('{toString} {constructor} {__proto__} { site_name }', values)).toBe(
    '{toString} {constructor} {__proto__} { site_name }',
  )
})

test('languages are those that readers are offered, in the language of the page', () => {
  const { settings: two } = settingsOf([{ key: 'languages', value: ['en', 'de'] }], {
    contact_address: 'desk@example.org',
  })
  expect(fillMarks('{languages}', markValues(two, '', 'en'))).toBe('English and German')
  expect(fillMarks('{languages}', markValues(two, '', 'fr'))).toBe('anglais et allemand')
})

test('who is responsible is the publication until somebody is named', () => {
  expect(values.responsible).toBe('AI Watch')
  const named = { ...settings, editorial_responsibility: { kind: 'person', name: 'Ada' } as const }
  expect(markValues(named, '', 'en').responsible).toBe('Ada')
})

test('unknown marks are found where they are, but not in code', () => {
  const text = 'By {sitename}.\n\n`{code}`\n\n```\n{more}\n```\n\n{contact_adress}'
  expect(findUnknownMarks(text).map(({ mark, from, to }) => [mark, text.slice(from, to)])).toEqual([
    ['{sitename}', '{sitename}'],
    ['{contact_adress}', '{contact_adress}'],
  ])
})
