import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { settingsOf } from '#core/domain/settings.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES, localizedPath } from '#core/i18n/languages.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { mailTranslator, writeMailsOf } from '#server/platform/mail/render-mail.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { addArticle, anArticle } from './support/articles.ts'
import { setSettings } from './support/settings.ts'

const PATHS = ['/newsletter', '/about', '/privacy', '/terms']
const CHANGED = { ...DEFAULT_SITE_WORDS, newsletter_time: '18:30', newsletter_zone: 'America/New_York' }
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await addArticle(app.service(), anArticle({ slug: 'harbours' }))
})
afterAll(() => app.stop())

const text = async (path: string) =>
  (await (await fetch(app.url + path)).text()).replaceAll('&#x27;', "'").replaceAll('&#39;', "'")
const descriptionOf = (html: string) => /<meta name="description" content="([^"]*)"/.exec(html)?.[1]

test('pages say when the newsletter goes out, as the specification does by default', async () => {
  const html = await text('/newsletter')
  expect(html).toContain('Every Sunday at 9:00 AM (Central European Time)')
  expect(descriptionOf(html)).toMatch(/every Sunday at 9:00 AM \(Central European Time\)\.$/)
  expect(await text('/article/harbours')).toContain('Get AI insights delivered every Sunday morning')
})

describe('after the time and the zone were changed', () => {
  beforeAll(async () => {
    for (const language of LANGUAGE_CODES) for (const path of PATHS) await text(localizedPath(path, language))
    await setSettings(await app.administrator(), {
      newsletter_time: '18:30',
      newsletter_zone: 'America/New_York',
    })
    await vi.waitUntil(async () => (await text('/newsletter')).includes('at 6:30 PM (Eastern Time)'))
  })

  test.each(LANGUAGE_CODES)('all cached pages in %s say so', async (language) => {
    const time = formatNewsletterTime(CHANGED, language)
    const pages = await Promise.all(
      // The old page is the answer while a busy machine takes seconds for the new one.
      PATHS.map(async (path) => {
        await expect.poll(() => text(localizedPath(path, language))).toContain(time)
        return text(localizedPath(path, language))
      }),
    )
    expect(pages.filter((html) => html.includes(formatNewsletterTime(DEFAULT_SITE_WORDS, language)))).toEqual(
      [],
    )
    const [landing = ''] = pages
    expect(descriptionOf(landing)).toContain(time)
    const tagline = createTranslator(language, CATALOGS, CHANGED)('newsletter.hero.text')
    expect(landing).toContain(tagline)
    expect(tagline).not.toBe(createTranslator(language, CATALOGS)('newsletter.hero.text'))
  })

  test('pages of articles name the part of the day', async () => {
    await expect
      .poll(() => text('/article/harbours'))
      .toContain('Get AI insights delivered every Sunday evening')
  })

  test('and so do mails', async () => {
    const { settings } = settingsOf(
      Object.entries(CHANGED).flatMap(([key, value]) => (value === null ? [] : { key, value })),
      { contact_address: 'desk@example.org' },
    )
    await writeMailsOf({ siteUrl: 'https://aiwatch.example', settings }, async () => {
      expect(mailTranslator('en')('mail.welcome.preheader')).toBe('The next issue arrives on Sunday evening.')
    })
  })
})
