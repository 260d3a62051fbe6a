import { describe, expect, test } from 'vitest'
import { parseSetting, SETTING_KEYS, settingsOf } from '#core/domain/settings.ts'
import { SETTING_CASES } from '../../tests/support/setting-cases.ts'

const environment = { contact_address: 'news@example.org' }

test('every setting is among the cases', () => {
  expect(SETTING_CASES.map(({ key }) => key).toSorted()).toEqual(SETTING_KEYS.toSorted())
})

describe.each(SETTING_CASES)('$key', ({ key, fit, unfit }) => {
  test.each(fit)('may be %j', (value) => {
    expect(parseSetting(key, value)).toEqual(value)
  })

  test.each(unfit)('may not be %j', (value) => {
    expect(() => parseSetting(key, value)).toThrow()
  })
})

test('what nobody has set is as it always was, and the author is named for the publication', () => {
  expect(settingsOf([], environment)).toEqual({
    unfit: [],
    settings: {
      site_name: 'AI Watch',
      tagline: null,
      default_author: 'AI Watch Editorial',
      default_reading_time: '5 min read',
      ai_crawlers: 'welcome',
      newsletter_time: '09:00',
      newsletter_zone: 'Europe/Zurich',
      contact_address: 'news@example.org',
      editorial_responsibility: null,
      banned_words: { en: [] },
      landing_subscribers: null,
      landing_figures: null,
      landing_testimonials: null,
    },
  })
  expect(settingsOf([{ key: 'site_name', value: 'Lab Notes' }], environment).settings).toMatchObject({
    site_name: 'Lab Notes',
    default_author: 'Lab Notes Editorial',
  })
})

test('what was set stands before the environment', () => {
  const rows = [{ key: 'contact_address', value: 'desk@example.org' }]
  expect(settingsOf(rows, environment).settings.contact_address).toBe('desk@example.org')
})

test('a row that does not fit is named and left out, whatever it is called', () => {
  const rows = [
    { key: 'site_name', value: { en: 'x' } },
    { key: 'colour', value: 'red' },
    { key: '__proto__', value: { ai_crawlers: 'refused' } },
    { key: 'constructor', value: 'x' },
  ]
  const { settings, unfit } = settingsOf(rows, environment)
  expect(unfit).toEqual(['site_name', 'colour', '__proto__', 'constructor'])
  expect(settings).toEqual(settingsOf([], environment).settings)
})
