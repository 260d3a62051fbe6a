import { isShippedFigure } from '#core/domain/landing-proof.ts'
import { fillMarks, markValues } from '#core/domain/page-marks.ts'
import type { Settings } from '#core/domain/settings.ts'
import { WITHOUT_CATALOGS } from '#core/i18n/catalogs.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'
import { messagesBeforeWords } from '#core/i18n/publication-catalogs.ts'
import { readShippedPage, readStatedPassages } from '#core/i18n/shipped-pages.ts'
import {
  STATEMENT_IDS,
  STATEMENTS,
  type Statement,
  type StatementId,
  type StatementKind,
} from '#core/i18n/statements.ts'
import { type Catalog, createTranslator, type PlainKey } from '#core/i18n/translator.ts'
import { LEGAL_PAGES, type LegalPage } from '#core/paths.ts'
import { hashOf } from '#core/text-hash.ts'

/** The place of a statement: a message, a page, or a setting. */
export interface StatementPlace {
  at: 'word' | 'page' | 'setting'
  /** The key of the message or of the setting, or the address of the page. */
  name: string
  /** The English text; empty for a page that the publication has written itself. */
  text: string
  /** True if the publication has replaced the shipped text. */
  isOwn: boolean
}

export interface DescribedStatement {
  id: StatementId
  kind: StatementKind
  stays: boolean
  /** A hash of the shipped words; with another one they have changed. */
  version: string
  places: StatementPlace[]
}

/** The statements in the name of a publication at this address, made or possible, with all places in English. */
export function describeStatements(settings: Settings, siteUrl: string): DescribedStatement[] {
  const catalog = messagesBeforeWords({ subject: settings.subject }, 'en')
  const describeWord = wordDescriber(settings, catalog)
  return STATEMENT_IDS.flatMap((id) => {
    const { kind, words = [], pages = [], setting, stays = false }: Statement = STATEMENTS[id]
    // A message that says nothing else without the statement does not make it.
    const made = words.filter((key) => catalog[key] !== (WITHOUT_CATALOGS.en[key] ?? ''))
    const passages = LEGAL_PAGES.map((slug) => ({
      slug,
      lines: pages.includes(slug) ? [] : readStatedPassages(slug, settings.subject, id),
    }))
    const places = [
      ...made.flatMap(describeWord),
      ...passages.flatMap(({ slug, lines }) => describePassages({ settings, siteUrl }, slug, lines)),
      ...pages.flatMap((slug) =>
        describePassages({ settings, siteUrl }, slug, [shippedPage(settings, slug).description]),
      ),
      ...(setting ? describeSetting(settings, setting) : []),
    ]
    if (places.length === 0) return []
    const shipped = [
      ...made.map((key) => catalog[key]),
      ...passages.flatMap(({ lines }) => lines),
      ...pages.map((slug) => shippedPage(settings, slug).content),
    ]
    return [{ id, kind, stays, version: hashOf(shipped.join('\u001f')), places }]
  })
}

const shippedPage = ({ subject }: Settings, slug: LegalPage) =>
  readShippedPage(slug, 'en', { subject, unmade: [] })

/** The part of a section that replaces such a message when the publication has written it. */
const OF_SECTION: Partial<Record<PlainKey, 'names' | 'descriptions'>> = {
  'footer.categories.opinion': 'names',
  'category.opinion.description': 'descriptions',
}

/** Makes the function that describes messages, which leaves out those of a section that does not exist. */
function wordDescriber(settings: Settings, catalog: Catalog): (key: PlainKey) => StatementPlace[] {
  const { words, categories } = settings
  const own = Object.entries(words).flatMap(([key, { en }]) => (en === undefined ? [] : [[key, en]]))
  const t = createTranslator('en', { en: { ...catalog, ...Object.fromEntries(own) } }, settings)
  const section = categories.find(({ slug }) => slug === 'opinion')
  const newsletterTime = formatNewsletterTime(settings, 'en')
  return (key) => {
    const part = OF_SECTION[key]
    if (part && (!section || Object.keys(section[part]).length > 0)) return []
    return [{ at: 'word', name: key, text: t(key, { newsletterTime }), isOwn: words[key] !== undefined }]
  }
}

function describePassages(
  { settings, siteUrl }: { settings: Settings; siteUrl: string },
  slug: LegalPage,
  lines: readonly string[],
): StatementPlace[] {
  if (lines.length > 0 && isWritten(settings, slug))
    return [{ at: 'page', name: slug, text: '', isOwn: true }]
  const values = markValues(settings, siteUrl, 'en')
  return lines.map((line) => ({
    at: 'page',
    name: slug,
    text: fillMarks(withoutMarkdown(line), values),
    isOwn: false,
  }))
}

const isWritten = ({ pages }: Settings, slug: string) =>
  pages.some((page) => page.slug === slug && page.titles.en !== undefined)

function describeSetting(settings: Settings, name: NonNullable<Statement['setting']>): StatementPlace[] {
  const {
    landing_subscribers: subscribers,
    landing_figures: figures,
    landing_testimonials: quotes,
  } = settings
  const place = (text: string): StatementPlace => ({ at: 'setting', name, text, isOwn: false })
  switch (name) {
    case 'contact_address':
      return [place(settings.contact_address)]
    case 'newsletter_time':
      return [place(`Every week ${formatNewsletterTime(settings, 'en')}`)]
    case 'landing_figures':
      return [
        ...(subscribers === null ? [] : [place(`${subscribers.toLocaleString('en-US')}+ subscribers`)]),
        ...(figures?.en.filter(isShippedFigure) ?? []).map(({ value, label }) => place(`${value} ${label}`)),
        ...(quotes?.samples ? quotes.texts.en.map(({ quote, author }) => place(`${quote} (${author})`)) : []),
      ]
  }
}

/** A line of a page as people read it. */
function withoutMarkdown(line: string): string {
  return line
    .replace(/^(#+ (\d+\. )?|- |\d+\. )/, '')
    .replaceAll('**', '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
