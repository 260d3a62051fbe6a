import { describe, expect, test } from 'vitest'
import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import { parseSetting, SETTING_KEYS, settingsOf } from '#core/domain/settings.ts'
import { SETTING_CASES } from '../../tests/support/setting-cases.ts'

const environment = { contact_address: 'news@example.org' }

test('there are test cases for every setting', () => {
  expect(SETTING_CASES.map(({ key }) => key).toSorted()).toEqual(SETTING_KEYS.toSorted())
})

describe.each(SETTING_CASES)('$key', ({ key, valid, invalid }) => {
  // A value may be a list, which would be taken for arguments.
  test.each(valid.map((value) => ({ value })))('may be $value', ({ value }) => {
    expect(parseSetting(key, value)).toEqual(value)
  })

  test.each(invalid.map((value) => ({ value })))('may not be $value', ({ value }) => {
    expect(() => parseSetting(key, value)).toThrow()
  })
})

test('a setting that is not stored has its default, and the default author contains the name of the publication', () => {
  expect(settingsOf([], environment)).toEqual({
    invalid: [],
    settings: {
      site_name: 'AI Watch',
      tagline: null,
      default_author: 'AI Watch Editorial',
      default_reading_time: '5 min read',
      ai_crawlers: 'welcome',
      counts_page_views: true,
      social_web: false,
      offline_reading: true,
      daily_megabytes: 2_500,
      newsletter_time: '09:00',
      newsletter_zone: 'Europe/Zurich',
      newsletter_automatic: false,
      newsletter_counts_clicks: false,
      newsletter_rate: null,
      newsletter_reply_to: null,
      postal_address: null,
      contact_address: 'news@example.org',
      editorial_responsibility: null,
      banned_words: { en: [] },
      landing_subscribers: null,
      landing_figures: null,
      landing_testimonials: null,
      translation_review: {},
      translation_style: {},
      welcome: null,
      accent: null,
      type: 'editorial',
      logo: null,
      icon: null,
      front_page: { layout: 'standard', blocks: ['featured', 'latest'] },
      languages: ['en', 'es', 'fr', 'de', 'it', 'pt'],
      subject: 'ai',
      words: {},
      statements: {},
      statements_read: {},
      header_links: [],
      footer_columns: null,
      social_profiles: [],
      notice: null,
      newsletter_pictures: false,
      setup: null,
      categories: DEFAULT_CATEGORIES,
      pages: [],
      pageRedirects: new Map(),
      formerCategories: new Map(),
    },
  })
  expect(settingsOf([{ key: 'site_name', value: 'Lab Notes' }], environment).settings).toMatchObject({
    site_name: 'Lab Notes',
    default_author: 'Lab Notes Editorial',
    subject: 'any',
  })
})

test('a stored value wins over the environment', () => {
  const rows = [{ key: 'contact_address', value: 'desk@example.org' }]
  expect(settingsOf(rows, environment).settings.contact_address).toBe('desk@example.org')
  const here = { ...environment, newsletter_zone: 'America/New_York' }
  expect(settingsOf(rows, here).settings.newsletter_zone).toBe('America/New_York')
})

test('an invalid row is ignored and its key returned, whatever the key is', () => {
  const rows = [
    { key: 'site_name', value: { en: 'x' } },
    { key: 'colour', value: 'red' },
    { key: '__proto__', value: { ai_crawlers: 'refused' } },
    { key: 'constructor', value: 'x' },
  ]
  const { settings, invalid } = settingsOf(rows, environment)
  expect(invalid).toEqual(['site_name', 'colour', '__proto__', 'constructor'])
  expect(settings).toEqual(settingsOf([], environment).settings)
})
