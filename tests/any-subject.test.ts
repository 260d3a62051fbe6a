import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import appRoutes from '#app/routes.ts'
import { subscribe } from '#core/data/subscribers.ts'
import type { Settings } from '#core/domain/settings.ts'
import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import {
  erasurePath,
  newsletterIssuePath,
  preferencesPath,
  previewPath,
  unsubscribePath,
} from '#core/paths.ts'
import { mailTest } from '#server/features/administration/mails/mail-test.tsx'
import { textsByRules } from '#server/features/newsletter/compose/compose-by-rules.ts'
import { NEWSLETTER_NOTICES } from '#server/features/newsletter/jobs.ts'
import {
  alreadySubscribedMail,
  confirmationMail,
  erasureMail,
} from '#server/features/newsletter/mails/confirmation-mail.tsx'
import { newsletterNoticeMail } from '#server/features/newsletter/mails/newsletter-notice-mail.tsx'
import { subscriberDataMail } from '#server/features/newsletter/mails/subscriber-data-mail.tsx'
import { welcomeMail } from '#server/features/newsletter/mails/welcome-mail.tsx'
import { renderEdition } from '#server/features/newsletter/render/render-edition.ts'
import {
  anArticleVersion,
  anEdition,
  anIssue,
  anItem,
  aSite,
} from '#server/features/newsletter/testing/issue-fixtures.ts'
import { articleCard } from '#server/platform/images/image-routes.ts'
import { writeMailsOf } from '#server/platform/mail/render-mail.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { addArticle, anArticle, aTranslation } from './support/articles.ts'
import { untilJobsAreDone } from './support/jobs.ts'
import { addSentNewsletter } from './support/sent-newsletters.ts'
import { setSettings } from './support/settings.ts'
import { addSubscriber, FOREIGN_TOKEN, type TestSubscriber } from './support/subscribers.ts'

/** Words that must not appear outside of articles: the name of the demonstration, and its subject as a word. */
const FOREIGN = [
  /AI[ -]Watch|(?<![\p{L}\p{N}])(?:AI|KI|IA)(?![\p{L}\p{N}])/gu,
  /artificial intelligence|künstliche\w* intelligenz|intelig[eê]nc\w+ artificial|intelligence artificielle|intelligenza artificiale/giu,
]

/** Statements that only the shipped publication makes about itself: promises, laws, dates and figures, in six languages. */
const STATED = [
  /48\s(?:hours|horas|heures|Stunden|ore)/g,
  /GDPR|RGPD|DSGVO|FADP|FDPIC|EDÖB|PFPDT|IFPDT|(?<!\p{L})(?:LPD|DSG)(?!\p{L})/gu,
  /swiss|suiz[ao]|suisse|schweiz|svizzer|suíç/gi,
  /free forever|para siempre|pour toujours|dauerhaft kostenlos|per sempre|para sempre/gi,
  /(?:No|Sin|Pas de|Kein|Niente|Sem) spam/g,
  // No advice replaces an expert.
  /expert(?!o?;)|esperti|especialistas|Fachleute/gi,
  /(?:January|enero de|janvier|Januar|gennaio|janeiro de) 2025/gi,
  /five minutes|5-minute|cinco minutos|cinq minutes|fünf Minuten|cinque minuti|5 (?:minut|Minut)\p{L}+ (?:d|L)\p{L}+/gu,
  /100 eur/gi,
  /top 5|(?<!\p{L})5 (?:noticias|grandes|wichtigsten|notizie|principais)/giu,
  /independent|independiente|indépendan|unabhängig|indipendent|independente/gi,
  /16 (?:años|ans|Jahren|anni|anos)|under 16/g,
  /facts and figures|trusted|daily/gi,
]

const PAPER = {
  site_name: 'Le Monde Vert',
  tagline: { en: 'Climate, checked', fr: 'Le climat, vérifié', de: 'Klima, geprüft' },
  words: { 'newsletter.hero.title': { en: 'Your Sunday letter' } },
  contact_address: 'editors@vert.example',
}
const SECTIONS = [
  { slug: 'news', names: { en: 'News', fr: 'Actualités' } },
  { slug: 'garden', was: 'hack', names: { en: 'Garden' } },
  { slug: 'climate', names: { en: 'Climate', fr: 'Climat' }, color: '#b45309' },
].map((section) => ({ descriptions: {}, color: null, ...section }))
const RETIRED = { opinion: 'news', business: 'news', tech: 'climate' }
const TRANSLATED = LANGUAGE_CODES.filter((code) => code !== 'en')

let app: TestApp
let ada: TestSubscriber

beforeAll(async () => {
  app = await startTestApp()
  const { sql } = app.database
  const service = app.service()
  const story = { title: 'Hedges cool a town', slug: 'hedges', category: 'tech' as const }
  const original = await addArticle(service, anArticle({ ...story, publish_date: new Date().toISOString() }))
  await addArticle(service, anArticle({ title: 'A river comes back', slug: 'river' }))
  for (const language of TRANSLATED) {
    const { id } = await addArticle(
      service,
      aTranslation(original, language, { slug: `hedges-${language}`, title: `Hedges (${language})` }),
    )
    await sql`
      insert into public.article_translations (translation_id, original_id, language, origin, translated_at)
      values (${id}, ${original.id}, ${language}, 'machine', now())`
  }
  await addSentNewsletter(sql, { messages: Object.fromEntries(LANGUAGE_CODES.map((code) => [code, {}])) })
  ada = await addSubscriber(sql)
  // The pages that are cached by now are about the other subject.
  for (const language of LANGUAGE_CODES)
    expect(foreignIn(await text(localizedPath('/', language))).length).toBeGreaterThan(5)
  const admin = await app.administrator()
  await setSettings(admin, PAPER)
  await admin.rpc('save_categories', { p_categories: SECTIONS, p_retired: RETIRED }).throwOnError()
  await vi.waitUntil(async () => (await text('/')).includes('Le Monde Vert'))
  await vi.waitUntil(async () => (await text('/')).includes('/climate'))
})
afterAll(() => app.stop())

const text = async (path: string) => (await fetch(app.url + path)).text()

/** Finds the places of such words, with the text around them. */
const foreignIn = (said: string, patterns = [...FOREIGN, ...STATED]): string[] =>
  patterns.flatMap((pattern) =>
    [...said.matchAll(pattern)].map(({ index }) => said.slice(Math.max(0, index - 60), index + 60)),
  )

/** One address for each pattern of app/routes.ts, in a language. */
function addressesIn(language: Language): Record<string, string[]> {
  const inLanguage = (path: string) => [localizedPath(path, language)]
  const slug = language === 'en' ? 'hedges' : `hedges-${language}`
  return {
    '/': inLanguage('/'),
    '/robots.txt': ['/robots.txt'],
    '/manifest.webmanifest': inLanguage('/manifest.webmanifest'),
    '/llms.txt': ['/llms.txt'],
    '/sitemap.xml': ['/sitemap.xml'],
    '/sitemaps/:part.xml': ['/sitemaps/1.xml'],
    '/news-sitemap.xml': ['/news-sitemap.xml'],
    '/feeds/:lang.xml': [`/feeds/${language}.xml`],
    '/feeds/:lang/newsletter.xml': [`/feeds/${language}/newsletter.xml`],
    '/feeds/:lang/podcast.xml': [`/feeds/${language}/podcast.xml`],
    '/feeds/:lang/newsletter-podcast.xml': [`/feeds/${language}/newsletter-podcast.xml`],
    '/feeds/:lang/:category.xml': [`/feeds/${language}/climate.xml`],
    '/feeds/:lang.json': [`/feeds/${language}.json`],
    '/feeds/:lang/:category.json': [`/feeds/${language}/garden.json`],
    '/feeds/:lang/author/:author.xml': [`/feeds/${language}/author/mara-lindqvist.xml`],
    '/feeds/:lang/author/:author.json': [`/feeds/${language}/author/mara-lindqvist.json`],
    '/article/:slug.md': inLanguage(`/article/${slug}.md`),
    '/article/:slug': [
      ...inLanguage(`/article/${slug}`),
      ...inLanguage('/article/river'),
      ...inLanguage('/article/none'),
    ],
    '/author/:slug': inLanguage('/author/mara-lindqvist'),
    '/search': [...inLanguage('/search?q=hedges'), ...inLanguage('/search?q=nothing+at+all')],
    '/saved': inLanguage('/saved'),
    '/saved/words.json': inLanguage('/saved/words.json'),
    '/service-worker.js': ['/service-worker.js'],
    '/speculation-rules.json': ['/speculation-rules.json'],
    '/corrections': inLanguage('/corrections'),
    '/preview': [previewPath(FOREIGN_TOKEN, language)],
    '/preview/front': inLanguage('/preview/front'),
    '/newsletter': inLanguage('/newsletter'),
    '/newsletter/issues': inLanguage('/newsletter/issues'),
    '/newsletter/issues/:slug': [newsletterIssuePath('2026-11-15', language)],
    '/confirm-subscription': inLanguage(`/confirm-subscription?token=${FOREIGN_TOKEN}`),
    '/subscribe': inLanguage('/subscribe'),
    '/unsubscribe': [unsubscribePath(ada.unsubscribe, language), unsubscribePath(FOREIGN_TOKEN, language)],
    '/newsletter/preferences': [
      preferencesPath(ada.preferences, language),
      preferencesPath(FOREIGN_TOKEN, language),
    ],
    '/newsletter/erase': [erasurePath(FOREIGN_TOKEN, language)],
    '/about': inLanguage('/about'),
    '/contact': inLanguage('/contact'),
    '/privacy': inLanguage('/privacy'),
    '/terms': inLanguage('/terms'),
    '/disclaimer': inLanguage('/disclaimer'),
    '/:category': ['/news', '/garden', '/climate'].flatMap(inLanguage),
    '/*': inLanguage('/nothing/at/all'),
  }
}

test('all patterns of pages and feeds are walked', async () => {
  const patterns: string[] = []
  const collect = (routes: Awaited<typeof appRoutes>, parent = '') => {
    for (const { path = '', children, index } of routes) {
      const pattern = path === 'admin' ? null : `${parent}/${path}`.replace(/\/{2,}/g, '/')
      if (pattern === null) continue
      if (children) collect(children, pattern)
      else patterns.push(index ? '/' : pattern)
    }
  }
  collect(await appRoutes)
  expect(Object.keys(addressesIn('en')).toSorted()).toEqual(patterns.toSorted())
})

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  test('no page and no feed speaks of another subject, or makes a promise that nobody of the publication made', async () => {
    for (const path of Object.values(addressesIn(language)).flat()) {
      const response = await fetch(app.url + path)
      // A page that broke would speak of nothing.
      expect(response.status, path).toBeLessThan(500)
      expect(foreignIn(await response.text()), path).toEqual([])
    }
  })

  test('a translation says that a language model made it, on its page, in feeds and as Markdown', async () => {
    if (language === 'en') return expect(await text('/article/hedges')).not.toContain('language model from')
    const model = {
      es: 'modelo de lenguaje',
      fr: 'modèle de langue',
      de: 'Sprachmodell',
      it: 'modello linguistico',
      pt: 'modelo de linguagem',
    }[language]
    const paths = [
      `/article/hedges-${language}?lang=${language}`,
      `/article/hedges-${language}.md?lang=${language}`,
    ]
    for (const path of [...paths, `/feeds/${language}.xml`, `/feeds/${language}.json`])
      expect(await text(path), path).toContain(model)
  })

  test('the messages that a browser loads are those of the page', async () => {
    const html = await text(localizedPath('/newsletter', language))
    const url = / data-messages="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(url).toMatch(new RegExp(`^/assets/${language}-[a-z0-9]{8}\\.json$`))
    const response = await fetch(app.url + url)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const source = await response.text()
    const messages: Record<string, string> = JSON.parse(source)
    expect(foreignIn(Object.values(messages).join('\n'))).toEqual([])
    expect(html.includes('Your Sunday letter')).toBe(language === 'en')
    expect(html).toContain(messages['toast.close'])
    expect(messages['mail.confirmation.body']).toBeUndefined()
    const outdated = await fetch(app.url + url.replace(/-\w+/, '-00000000'))
    expect(outdated.headers.get('cache-control')).toBe('no-store')
    expect(await outdated.text()).toBe(source)
  })

  test('no mail does', async () => {
    const { settings } = paper()
    const site = { ...aSite(PAPER), settings }
    const siteUrl = 'https://vert.example'
    const token = FOREIGN_TOKEN
    const tokens = { preferences: token, unsubscribe: token }
    const at = '2026-11-22T14:03:00Z'
    const data = {
      language,
      email: 'ada@example.org',
      subscribed_at: at,
      confirmed: true,
      confirmed_at: at,
      is_active: true,
      left_at: null,
      left_reason: null,
      sections: ['tech', 'opinion'],
      chosen_sections: { at: '2026-11-02T09:00:00Z', ip: '192.0.2.7' },
      consent: {},
      issue_count: 0,
      issues: [],
    }
    const articles = [
      anArticleVersion({ language, title: 'Hedges', excerpt: 'They cool.', category: 'climate' }),
    ]
    const [from, until] = [new Date('2026-11-15'), new Date(at)]
    const edition = anEdition(language, textsByRules(articles, { language, settings, from, until }))
    const {
      subject,
      html,
      text: plain,
    } = await renderEdition(
      anIssue({ editions: [edition], items: [anItem('top', articles), anItem('funding', articles)] }),
      language,
      site,
    )
    const mails = await writeMailsOf({ siteUrl, settings }, () =>
      Promise.all([
        confirmationMail({ language, siteUrl, token }),
        alreadySubscribedMail({ language }),
        erasureMail({ language, siteUrl, token }),
        welcomeMail({ language, siteUrl, tokens, latest: { slug: '2026-11-22', title: 'Hedges' } }),
        subscriberDataMail({ data }),
        mailTest(language),
        ...NEWSLETTER_NOTICES.map((notice) =>
          newsletterNoticeMail({
            notice,
            language,
            siteUrl,
            issueId: '6a0e0a44-5b0b-4f57-9a3c-6c9f2f6c1f10',
            subject: 'Hedges',
            reason: 'A link leads nowhere.',
            due: 'Sunday 29 November 2026 at 09:00 (Europe/Zurich)',
            isAutomatic: false,
            writtenBy: 'rules',
            languages: ['en'],
            articleCount: 1,
          }),
        ),
      ]),
    )
    for (const mail of [...mails, { subject, html, text: plain }])
      expect(foreignIn(`${mail.subject}\n${mail.text}\n${mail.html}`)).toEqual([])
    expect(plain).toContain('Le Monde Vert')
  })

  test('no image does', async () => {
    const card = articleCard(paper().settings, language, { title: 'Hedges', category: 'climate' })
    expect(foreignIn(JSON.stringify(card))).toEqual([])
    if (language === 'fr') expect(card.category?.name).toBe('Climat')
  })
})

test('mails that strangers cause are in the words of the publication', async () => {
  const { sql } = app.database
  for (const language of LANGUAGE_CODES) await subscribe(app.anonymous(), `${language}@example.org`, language)
  await untilJobsAreDone(sql)
  const mails = await sql<{ said: string }[]>`
    select concat(subject, body_text, body_html) as said
    from public.outbox_mails where recipient like '__@example.org'`
  expect(mails).toHaveLength(LANGUAGE_CODES.length)
  for (const { said } of mails) expect(foreignIn(said)).toEqual([])
})

test('what search engines and previews get follows a change of a word, and comes back', async () => {
  const etag = async () => (await fetch(`${app.url}/share/fr/hedges-fr.png`)).headers.get('etag')
  const before = await etag()
  const admin = await app.administrator()
  await setSettings(admin, { words: { ...PAPER.words, 'card.badge.climate': { fr: 'Météo' } } })
  await expect.poll(etag).not.toBe(before)
  await expect.poll(() => text('/article/hedges-fr?lang=fr')).toContain('Météo')
  await setSettings(admin, { words: PAPER.words })
  await expect.poll(etag).toBe(before)
})

test('a promise that somebody keeps is made, on pages that were cached before too, and taken back', async () => {
  const admin = await app.administrator()
  expect(await text('/terms')).not.toContain('Swiss')
  await setSettings(admin, { statements: { gdpr: 'keep', swissLaw: 'keep', free: 'out' } })
  await expect.poll(() => text('/newsletter')).toContain('GDPR compliant')
  await expect.poll(() => text('/terms?lang=de')).toContain('Schweizer Recht')
  expect(await text('/terms?lang=de')).not.toContain('kostenlos. Die Kosten')
  expect(await text('/')).not.toContain('Free Weekly Digest')
  await setSettings(admin, { statements: {} })
  await expect.poll(() => text('/newsletter')).not.toContain('GDPR compliant')
  await expect.poll(() => text('/')).toContain('Free Weekly Digest')
})

function paper(): { settings: Settings } {
  const { settings } = aSite(PAPER)
  return { settings: { ...settings, categories: SECTIONS } }
}
