import type { TranslationWithOriginal } from '#core/domain/article-translation.ts'
import type { FeedArticle, FeedItem } from '#core/feeds/describe-feed.ts'
import { feedHtml } from '#core/feeds/feed-html.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import type { Language } from '#core/i18n/languages.ts'
import { createTranslator, type Translate } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'

export const SITE_URL = 'https://site.test'

export function translatorFor(language: Language): Translate {
  return createTranslator(language, CATALOGS)
}

/** Titles and texts that are known to break feeds. */
export const HOSTILE_TEXTS = [
  '<script>alert(1)</script>',
  'The end ]]> of a section',
  ']]>]]><item/>',
  'AT&T &amp; Q&A &#0; &bogus;',
  '"Double" and \'single\'',
  '👩🏽‍👩🏽‍👧🏽 and 🤖',
  'a\u0000b\u0001c\u0008d\u000Be\u001Ff\u007Fg\u0085h\uFFFEi\uFFFFj',
  'half \uD83D of a character',
  '\u202Eright to left\u202C \u200Fשלום\u200E مرحبا',
  'line\r\nline\n\tline',
  '<!-- comment --> <![CDATA[ section ]]> <?php ?>',
  '</title></item></channel></rss>',
]

/** The facts of a translation by AI that has not been reviewed. */
export const BY_MACHINE: TranslationWithOriginal = {
  origin: 'machine',
  translated_at: '2026-11-19T08:00:00Z',
  reviewed_at: null,
  corrected_at: null,
  original: { slug: 'harbour' },
}

export function aFeedArticle(overrides: Partial<FeedArticle> = {}): FeedArticle {
  return {
    id: '0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01',
    slug: 'harbour-town-audits-its-algorithms',
    language: 'en',
    title: 'Harbour town audits its algorithms',
    excerpt: 'What there is to know.',
    content: '## The harbour\n\nIt is open.',
    category: 'news',
    author: 'Mara Lindqvist',
    hero_image: null,
    publish_date: '2026-11-18T09:00:00+00:00',
    updated_at: '2026-11-18T10:30:00.123456+00:00',
    ...overrides,
  }
}

/** An article as feeds have it. */
export function aFeedItem(overrides: Partial<FeedArticle & FeedItem> = {}): FeedItem {
  const { content, ...article } = aFeedArticle(overrides)
  return { html: feedHtml(content, SITE_URL + articlePath(article)), ...article }
}
