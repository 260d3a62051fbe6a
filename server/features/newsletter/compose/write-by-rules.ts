import {
  PREHEADER_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  SUMMARY_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import type { Settings } from '#core/domain/settings.ts'
import { singleLine } from '#core/feeds/clean-text.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { cut } from '#server/features/newsletter/compose/quote-text.ts'

/** What an edition says apart from its items. */
export interface EditionTexts {
  subject: string
  preheader: string
  introduction: string
}

export interface RuleContext {
  language: Language
  settings: Pick<Settings, 'site_name' | 'tagline' | 'newsletter_zone'>
  from: Date
  until: Date
}

const SUMMARY_LENGTH = 320
/** Mail programs show no more of it. */
const PREHEADER_LENGTH = 150

/** The beginning of the excerpt, up to the end of a sentence. */
export function summaryByRules(
  { title, excerpt }: { title: string; excerpt: string },
  language: Language,
): string {
  const text = plainLine(excerpt) || plainLine(title)
  if (text.length <= SUMMARY_LENGTH) return text.slice(0, SUMMARY_MAX_LENGTH)
  let summary = ''
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    if (summary.length + segment.trimEnd().length > SUMMARY_LENGTH) break
    summary += segment
  }
  return summary.trim() || cut(text, SUMMARY_LENGTH)
}

/** Subject, preheader and introduction of articles, of which the first is the top story. */
export function textsByRules(
  articles: readonly { title: string; excerpt: string }[],
  { language, settings, from, until }: RuleContext,
): EditionTexts {
  const t = createTranslator(language, CATALOGS, settings)
  const [title = '', ...others] = articles.map((article) => plainLine(article.title))
  const [top] = articles
  const frame = t('newsletter.issue.subject', { title: '' }).length
  return {
    subject: t('newsletter.issue.subject', { title: cut(title, SUBJECT_MAX_LENGTH - frame) }),
    preheader:
      others.length > 0
        ? cut(t('newsletter.issue.preheader', { titles: others.slice(0, 3).join(' · ') }), PREHEADER_LENGTH)
        : top
          ? cut(summaryByRules(top, language), PREHEADER_MAX_LENGTH)
          : '',
    introduction: t('newsletter.issue.introduction', {
      count: articles.length,
      dates: formatDates(from, until, { language, zone: settings.newsletter_zone }),
    }),
  }
}

/** A text of an article on one line, without characters that would turn around what stands after it. */
export const plainLine = (text: string) =>
  singleLine(text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, ''))

/** '15–22 de noviembre de 2026', 'November 15 – 22, 2026' … */
function formatDates(
  from: Date,
  until: Date,
  { language, zone }: { language: Language; zone: string },
): string {
  const dates = new Intl.DateTimeFormat(localeOf(language), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: zone,
  }).formatRange(from, until)
  if (language === 'fr') return dates.replace(/(?<!\d)1(?=\s\p{L})/gu, '1er')
  return language === 'it' ? dates.replace(/(?<!\d)0(?=\d)/g, '') : dates
}
