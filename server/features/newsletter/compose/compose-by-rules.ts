import {
  PREHEADER_MAX_LENGTH,
  SECTION_SIZES,
  SECTIONS,
  type Section,
  SUBJECT_MAX_LENGTH,
  SUMMARY_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import { singleLine } from '#core/feeds/escape.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import { type Publication, publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import { writeFirst } from '#core/languages/facts-of.ts'
import { truncate } from '#core/truncate.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'
import {
  isStory,
  LEFT_OUT_REASONS,
  otherSectionOf,
  sectionOf,
  weightOf,
} from '#server/features/newsletter/compose/sections.ts'

export interface Placed {
  candidate: Candidate
  section: Section
}

export interface LeftOut extends Placed {
  /** The reason why it is not in the issue, for editors. */
  reason: string
}

interface Arrangement {
  /** In the order of the issue. */
  placed: Placed[]
  leftOut: LeftOut[]
}

/** The length in characters from which an article gets the full score. */
const FULL_LENGTH = 8_000

/**
 * Groups articles into sections without a model: the best become the top stories, the others go to the section of their category while
 * it has room. `taken` is the number of occupied places by section.
 */
export function arrangeByRules(
  candidates: readonly Candidate[],
  { from, until, taken = new Map() }: { from: Date; until: Date; taken?: ReadonlyMap<Section, number> },
): Arrangement {
  const ranked = rank(candidates, { from, until })
  const room = new Map(
    SECTIONS.map((section) => [section, SECTION_SIZES[section] - (taken.get(section) ?? 0)]),
  )
  const placed: Placed[] = []
  const leftOut: LeftOut[] = []
  const place = (candidate: Candidate, section: Section) => {
    const places = room.get(section) ?? 0
    if (places <= 0) return false
    room.set(section, places - 1)
    placed.push({ candidate, section })
    return true
  }
  const stories = ranked.filter(({ category }) => isStory(category))
  // With few articles, half of them are left for the other sections.
  const top = new Set(stories.slice(0, Math.min(room.get('top') ?? 0, Math.ceil(stories.length / 2))))
  for (const candidate of top) place(candidate, 'top')
  for (const candidate of ranked) {
    if (top.has(candidate)) continue
    const section = sectionOf(candidate)
    const other = otherSectionOf(candidate.category)
    if (!place(candidate, section) && !(other && place(candidate, other)))
      leftOut.push({ candidate, section, reason: LEFT_OUT_REASONS.notAmong(section) })
  }
  return {
    placed: placed.toSorted((one, other) => SECTIONS.indexOf(one.section) - SECTIONS.indexOf(other.section)),
    leftOut,
  }
}

/** Sorts by importance: new, featured, news, and long articles first. */
export function rank(
  candidates: readonly Candidate[],
  { from, until }: { from: Date; until: Date },
): Candidate[] {
  const span = Math.max(until.getTime() - from.getTime(), 1)
  const scoreOf = ({ published, featured, category, length }: Candidate) =>
    (Date.parse(published) - from.getTime()) / span +
    (featured ? 1 : 0) +
    weightOf(category) +
    0.3 * (Math.min(length, FULL_LENGTH) / FULL_LENGTH)
  return candidates.toSorted(
    (one, other) =>
      scoreOf(other) - scoreOf(one) ||
      Date.parse(other.published) - Date.parse(one.published) ||
      (one.originalId < other.originalId ? -1 : 1),
  )
}

/** The texts of an edition apart from its items. */
export interface EditionTexts {
  subject: string
  preheader: string
  introduction: string
}

export interface RuleContext {
  language: Language
  settings: Publication
  from: Date
  until: Date
}

const SUMMARY_LENGTH = 320
/** Mail programs show no more characters. */
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
  return summary.trim() || truncate(text, SUMMARY_LENGTH)
}

/**
 * Subject, preheader and introduction of articles, of which the first is the top story. `count` is how many the edition shows, with those
 * that are in English.
 */
export function textsByRules(
  articles: readonly { title: string; excerpt: string }[],
  { language, settings, from, until, count = articles.length }: RuleContext & { count?: number },
): EditionTexts {
  const t = publicationTranslator(settings, language)
  const [title = '', ...others] = articles.map((article) => plainLine(article.title))
  const [top] = articles
  const frame = t('newsletter.issue.subject', { title: '' }).length
  return {
    subject: t('newsletter.issue.subject', { title: truncate(title, SUBJECT_MAX_LENGTH - frame) }),
    preheader:
      others.length > 0
        ? truncate(
            t('newsletter.issue.preheader', { titles: others.slice(0, 3).join(' · ') }),
            PREHEADER_LENGTH,
          )
        : top
          ? truncate(summaryByRules(top, language), PREHEADER_MAX_LENGTH)
          : '',
    introduction: t('newsletter.issue.introduction', {
      count,
      dates: formatDates(from, until, { language, zone: settings.newsletter_zone }),
    }),
  }
}

/** A text of an article on one line, without characters that change the direction of the following text. */
const plainLine = (text: string) =>
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
  // In Italian "05–12 novembre" is what comes.
  return writeFirst(dates.replace(/(?<!\d)0(?=\d)/g, ''), language)
}
