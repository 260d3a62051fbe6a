import type { SettingKey } from '#core/domain/settings.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** A name that breaks whatever takes text for markup, a pattern or a placeholder, in sixty characters at most. */
export const NASTY_NAME = `L'"Été" <b id=x>&amp; $& {{siteUrl}} *_[ 🗞️ صدى`

const sixty = 'x'.repeat(60)

const [SVG, PNG, WEBP] = ['svg', 'png', 'webp'].map((type) => `look/${'a'.repeat(32)}.${type}`)
/** The pictures that these values name. */
export const LOOK_OF_CASES = [SVG, PNG, WEBP]

export async function storeLookOfCases(sql: Sql): Promise<void> {
  await sql`
    insert into private.look_files (name, content) select name, 'x' from unnest(${LOOK_OF_CASES}::text[]) as name`
}

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
  { key: 'counts_page_views', valid: [true, false], invalid: ['no', 1, null] },
  { key: 'social_web', valid: [true, false], invalid: ['on', 0, {}] },
  { key: 'offline_reading', valid: [true, false], invalid: ['off', 1, null] },
  { key: 'daily_megabytes', valid: [1, 2_500, 999_999], invalid: [0, 1_000_000, 1.5, -1, '5', null] },
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
    valid: [{}, { de: true }, { pt: false, es: true }],
    invalid: ['de', ['de'], { en: true }, { nl: true }, { de: 'yes' }, { de: null }, null],
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
  {
    key: 'accent',
    valid: ['#0f7b3f', '#ffffff'],
    invalid: ['green', '#0F7B3F', '#fff', '#0f7b3f ', '', 5, null],
  },
  { key: 'type', valid: ['editorial', 'grotesk', 'classic'], invalid: ['comic', '', null, ['grotesk']] },
  {
    key: 'logo',
    valid: [
      { light: SVG, dark: null, width: 120, height: 40, named: true },
      { light: PNG, dark: WEBP, width: 4000, height: 1, named: false },
    ],
    invalid: [
      {},
      null,
      'look/a1.svg',
      { light: '../a.svg', dark: null, width: 1, height: 1, named: true },
      { light: 'a.gif', dark: null, width: 1, height: 1, named: true },
      { light: 'a.svg', width: 1, height: 1, named: true },
      { light: 'a.svg', dark: null, width: 0, height: 1, named: true },
      { light: 'a.svg', dark: null, width: 4001, height: 1, named: true },
      { light: 'a.svg', dark: null, width: 1.5, height: 1, named: true },
      { light: 'a.svg', dark: null, width: 1, height: 1, named: 'yes' },
      { light: 'a.svg', dark: null, width: 1, height: 1, named: true, script: 'x' },
    ],
  },
  {
    key: 'icon',
    valid: [{ file: SVG }],
    invalid: [{}, { file: '/etc/passwd' }, { file: 'a.svg', size: 1 }, 'a.svg', null],
  },
  {
    key: 'front_page',
    valid: [
      { layout: 'dense', blocks: ['latest', 'featured', 'sections', 'newsletter'] },
      { layout: 'calm', blocks: ['newsletter'] },
    ],
    invalid: [
      {},
      null,
      { layout: 'wild', blocks: ['latest'] },
      { layout: 'calm', blocks: [] },
      { layout: 'calm', blocks: ['latest', 'latest'] },
      { layout: 'calm', blocks: ['advertisements'] },
      { layout: 'calm', blocks: 'latest' },
      { layout: 'calm', blocks: ['latest'], more: 1 },
    ],
  },
  {
    key: 'languages',
    valid: [['en'], ['en', 'de', 'fr'], ['en', 'es', 'fr', 'de', 'it', 'pt']],
    invalid: [
      ...[[], ['de', 'en'], ['en', 'en'], ['en', 'xx'], ['en', 'DE'], ['en', '']],
      ...[['en', null], [null], ['en', ['de']], ['en', { de: 1 }], 'en', { en: true }, ['en', 5], null],
    ],
  },
  { key: 'subject', valid: ['ai', 'any'], invalid: ['climate', '', null] },
  {
    key: 'words',
    valid: [
      {},
      { 'newsletter.hero.title': { en: 'Your Sunday letter' } },
      { 'newsletter.hero.title': { fr: 'La lettre' } },
      { 'newsletter.issue.introduction_many': { fr: '{{count}} d’articles' } },
    ],
    invalid: [
      [],
      null,
      { 'newsletter.hero.title': {} },
      { 'newsletter.hero.title': 'Hello' },
      { 'newsletter.hero.title': { en: '' } },
      { 'newsletter.hero.title': { en: 'x'.repeat(601) } },
      { 'newsletter.hero.title': { xx: 'x' } },
      { 'newsletter.hero.title': { en: 'two\nlines' } },
      { title: { en: 'x' } },
      { 'newsletter.hero_some': { en: 'x' } },
      { 'Bad Key': { en: 'x' } },
    ],
  },
  {
    key: 'header_links',
    valid: [
      [],
      [{ label: { en: 'Jobs' }, to: '/jobs' }],
      [{ label: { en: 'Shop', de: 'Laden' }, to: 'https://shop.example.org/?a=1' }],
      [{ label: { en: 'Search' }, to: '/search?q=https://example.org//x#a' }],
    ],
    invalid: [
      {},
      null,
      [{ label: { en: 'x' }, to: 'javascript:alert(1)' }],
      [{ label: { en: 'x' }, to: '//evil.example' }],
      [{ label: { en: 'x' }, to: '/\\evil.example' }],
      [{ label: { en: 'x' }, to: '/..//evil.example' }],
      [{ label: { en: 'x' }, to: '/%2e%2e//evil.example' }],
      [{ label: { en: 'x' }, to: '/a\u202Eb' }],
      [{ label: { en: 'a\u202Eb' }, to: '/' }],
      [{ label: { en: 'x' }, to: 'https://a\u2066.example' }],
      [{ label: { en: 'x' }, to: 'data:text/html,x' }],
      [{ label: { en: 'x' }, to: '/a b' }],
      [{ label: { en: 'x' } }],
      [{ label: 'x', to: '/' }],
      [{ label: { de: 'x' }, to: '/' }],
      [{ label: { en: 'x'.repeat(41) }, to: '/' }],
      [{ label: { en: 'x' }, to: `/${'x'.repeat(500)}` }],
      Array.from({ length: 7 }, () => ({ label: { en: 'x' }, to: '/' })),
    ],
  },
  {
    key: 'footer_columns',
    valid: [
      [],
      [
        { shipped: 'categories' },
        { title: { en: 'More' }, links: [{ label: { en: 'Us' }, to: 'mailto:us@example.org' }] },
      ],
    ],
    invalid: [
      null,
      {},
      [{ shipped: 'everything' }],
      [{ title: { en: 'More' }, links: [] }],
      [{ title: { en: 'More' } }],
      [{ shipped: 'pages', title: { en: 'x' } }],
      Array.from({ length: 5 }, () => ({ shipped: 'pages' })),
    ],
  },
  {
    key: 'social_profiles',
    valid: [[], ['https://mastodon.example/@us', 'https://bsky.app/profile/us']],
    invalid: [
      null,
      ['http://mastodon.example/@us'],
      ['https://mastodon.example/\u202Esu@'],
      ['/us'],
      ['https://a.example', 'https://a.example'],
      [5],
      Array.from({ length: 13 }, (_, n) => `https://${n}.example`),
    ],
  },
  {
    key: 'notice',
    valid: [
      { text: { en: 'We are away' } },
      {
        text: { en: 'Away', fr: 'Partis' },
        to: '/about',
        from: '2026-12-24T00:00:00Z',
        until: '2026-12-27T00:00:00Z',
      },
    ],
    invalid: [
      null,
      {},
      { text: 'We are away' },
      { text: { en: 'x'.repeat(201) } },
      { text: { en: 'x' }, to: 'javascript:1' },
      { text: { en: 'x' }, from: 'tomorrow' },
      { text: { en: 'x' }, from: '2026-12-27T00:00:00Z', until: '2026-12-24T00:00:00Z' },
      { text: { en: 'x' }, tone: 'red' },
    ],
  },
  {
    key: 'statements',
    valid: [{}, { gdpr: 'keep', noSpam: 'out' }],
    invalid: [
      { gdpr: true },
      { gdpr: 'maybe' },
      { 'no spam': 'out' },
      { __proto__x: 'out' },
      { x: 'out\n' },
      [],
      'out',
      null,
    ],
  },
  {
    key: 'statements_read',
    valid: [{}, { gdpr: '1x9z' }],
    invalid: [{ gdpr: '' }, { gdpr: 'x'.repeat(15) }, { gdpr: 'a b' }, { gdpr: 1 }, [], null],
  },
  { key: 'newsletter_pictures', valid: [true, false], invalid: ['yes', 1, null] },
  { key: 'setup', valid: ['finished'], invalid: ['begun', true, null] },
]
