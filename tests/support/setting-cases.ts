import type { SettingKey } from '#core/domain/settings.ts'

/** A name that breaks whatever takes text for markup, a pattern or a placeholder, in sixty characters at most. */
export const NASTY_NAME = `L'"Été" <b id=x>&amp; $& {{siteUrl}} *_[ 🗞️ صدى`

const sixty = 'x'.repeat(60)

/** Values that the program and the database must both take, and both refuse. */
export const SETTING_CASES: { key: SettingKey; valid: unknown[]; invalid: unknown[] }[] = [
  {
    key: 'site_name',
    valid: ['Le Monde', sixty, '🗞️'.repeat(30), 'الأخبار', NASTY_NAME, '0', '$&'],
    invalid: [
      '',
      '   ',
      `${sixty}x`,
      'x'.repeat(100),
      'two\nlines',
      'a\u0007b',
      'a\u2028b',
      'a\u202Eb',
      'a\uFDD0unsubscribe\uFDD1',
      'a\uFFFEb',
      5,
      null,
      ['x'],
      { en: 'x' },
    ],
  },
  {
    key: 'tagline',
    valid: [{ en: 'News' }, { en: 'News', fr: 'Actualités', pt: 'Notícias' }],
    invalid: [
      'News',
      {},
      { fr: 'Actualités' },
      { en: 'News', ru: 'Новости' },
      { en: 'x'.repeat(101) },
      { en: 5 },
      { en: null },
      [],
    ],
  },
  { key: 'default_author', valid: ['The Desk'], invalid: ['', 'x'.repeat(81), false] },
  { key: 'default_reading_time', valid: ['3 min read'], invalid: ['', 'x'.repeat(41), 3] },
  { key: 'ai_crawlers', valid: ['welcome', 'refused'], invalid: ['maybe', '', true, null] },
  {
    key: 'newsletter_time',
    valid: ['09:00', '00:00', '23:59'],
    invalid: ['9:00', '24:00', '12:60', '09:00:00', '09:00\n', 900, ''],
  },
  {
    key: 'newsletter_zone',
    valid: ['Europe/Zurich', 'UTC', 'America/Argentina/Buenos_Aires'],
    invalid: ['Europe/Atlantis', '+01:00', 'UTC+5', '', 'x'.repeat(65), 1, null],
  },
  { key: 'newsletter_automatic', valid: [true, false], invalid: ['yes', 1, null] },
  { key: 'newsletter_counts_clicks', valid: [true, false], invalid: ['no', 0, null] },
  {
    key: 'newsletter_rate',
    valid: [{ per_second: 1 }, { per_hour: 9_999_999 }, { per_second: 9_999, per_hour: 1 }],
    invalid: [
      {},
      { per_second: 0 },
      { per_second: 10_000 },
      { per_hour: 1.5 },
      { per_hour: '5' },
      { per_day: 5 },
      5,
      [],
    ],
  },
  {
    key: 'newsletter_reply_to',
    valid: ['desk@example.org'],
    invalid: ['desk', 'desk@example', 'a@example.org\nBcc: b@example.org', '', 5],
  },
  {
    key: 'postal_address',
    valid: ['Quay 1, Zurich', 'Quay 1\n8001 Zurich', 'x'.repeat(300)],
    invalid: ['', '  ', 'x'.repeat(301), 5, ['Quay 1']],
  },
  {
    key: 'contact_address',
    valid: ['desk@example.org', "o'neil+news@mail.example.org"],
    invalid: [
      'desk',
      'desk@example',
      'a@b.org, c@d.org',
      'Desk <desk@example.org>',
      'a@b.org\r\nBcc: c@d.org',
      '',
      7,
    ],
  },
  {
    key: 'editorial_responsibility',
    valid: [
      { kind: 'person', name: 'Ada Lovelace' },
      { kind: 'organization', name: 'Example AG' },
    ],
    invalid: [
      'Ada',
      { name: 'Ada' },
      { kind: 'robot', name: 'Ada' },
      { kind: 'person', name: '' },
      { kind: 'person', name: 'Ada', age: 5 },
    ],
  },
  {
    key: 'banned_words',
    valid: [{ en: [] }, { en: ['game-changer', 'révolutionnaire 🚀'], de: ['Quantensprung'] }],
    invalid: [
      [],
      { de: ['x'] },
      { en: 'game-changer' },
      { en: [''] },
      { en: [5] },
      { en: ['x'.repeat(61)] },
      { en: ['two\nlines'] },
      { en: Array(201).fill('x') },
      { en: [], ru: [] },
    ],
  },
  {
    key: 'translation_review',
    valid: [[], ['de'], ['pt', 'es', 'fr']],
    invalid: ['de', ['en'], ['de', 'de'], [5], { de: true }, null],
  },
  {
    key: 'translation_style',
    valid: [
      {},
      { de: 'Wir duzen nicht.\n\nKurze Sätze.' },
      { es: 'x'.repeat(2000), pt: 'Português do Brasil' },
    ],
    invalid: [[], { en: 'x' }, { de: '' }, { de: '  ' }, { de: 5 }, { de: 'x'.repeat(2001) }, null],
  },
  { key: 'welcome', valid: ['dismissed'], invalid: ['', 'shown', true, null, ['dismissed']] },
  {
    key: 'landing_subscribers',
    valid: [1, 1000, 999_999_999],
    invalid: [0, -1, 1.5, 1_000_000_000, '1000', null],
  },
  {
    key: 'landing_figures',
    valid: [{ en: [] }, { en: [{ value: '4.9/5', label: 'rating' }], de: [] }],
    invalid: [
      [],
      { de: [] },
      { en: [{ value: '4.9/5' }] },
      { en: [{ value: '4.9/5', label: 'rating', link: 'x' }] },
      { en: Array(5).fill({ value: '1', label: 'x' }) },
      { en: ['4.9/5'] },
      { en: { value: '4.9/5', label: 'rating' } },
    ],
  },
  {
    key: 'landing_testimonials',
    valid: [
      { samples: false, texts: { en: [] } },
      { samples: true, texts: { en: [{ quote: 'Good.', author: 'Ada', role: 'Reader' }] } },
    ],
    invalid: [
      { en: [] },
      { samples: 'yes', texts: { en: [] } },
      { samples: true, texts: { fr: [] } },
      { samples: true, texts: { en: [{ quote: 'x'.repeat(401), author: 'Ada', role: 'Reader' }] } },
      { samples: true, texts: { en: Array(7).fill({ quote: 'Good.', author: 'Ada', role: 'Reader' }) } },
      { samples: true, texts: { en: [] }, more: 1 },
    ],
  },
]
