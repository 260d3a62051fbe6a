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
import { createTranslator, type PlainKey } from '#core/i18n/translator.ts'
import { LEGAL_PAGES, type LegalPage } from '#core/paths.ts'
import { hashOf } from '#core/text-hash.ts'

/** Where a statement is made: in a message, on a page, or by a setting. */
export interface StatementPlace {
  at: 'word' | 'page' | 'setting'
  /** The key of the message or of the setting, or the address of the page. */
  name: string
  /** What is said there in English; empty for a page that the publication has written itself. */
  text: string
  /** Whether the publication has put something else in the place of the shipped text. */
  isOwn: boolean
}

export interface DescribedStatement {
  id: StatementId
  kind: StatementKind
  stays: boolean
  /** A hash of the shipped words; with another one they say something else. */
  version: string
  places: StatementPlace[]
}

interface Found extends StatementPlace {
  /** The text as it is shipped, before anything is filled in. */
  shipped: string
}

/** What is or can be said in the name of a publication, with all places in English. */
export function describeStatements(settings: Settings): DescribedStatement[] {
  return STATEMENT_IDS.flatMap((id) => {
    const statement: Statement = STATEMENTS[id]
    const found = [
      ...(statement.words ?? []).flatMap((key) => findWord(settings, key)),
      ...LEGAL_PAGES.flatMap((slug) => findPassages(settings, slug, id)),
      ...(statement.pages ?? []).map((slug) => wholePage(settings, slug)),
      ...(statement.setting ? findSetting(settings, statement.setting) : []),
    ]
    if (found.length === 0) return []
    const version = hashOf(found.map(({ shipped }) => shipped).join('\u001f'))
    return {
      id,
      kind: statement.kind,
      stays: statement.stays === true,
      version,
      places: found.map(({ shipped: _, ...place }) => place),
    }
  })
}

/** The part of a section that replaces such a message when the publication has written it. */
const OF_SECTION: Partial<Record<PlainKey, 'names' | 'descriptions'>> = {
  'footer.categories.opinion': 'names',
  'category.opinion.description': 'descriptions',
}

/** A message, unless it says nothing else without the statement, or belongs to a section that there is not. */
function findWord(settings: Settings, key: PlainKey): Found[] {
  const { subject, words, categories } = settings
  const catalog = messagesBeforeWords({ subject }, 'en')
  const shipped = catalog[key] ?? ''
  const part = OF_SECTION[key]
  const section = categories.find(({ slug }) => slug === 'opinion')
  if (part && (!section || Object.keys(section[part]).length > 0)) return []
  if (shipped === (WITHOUT_CATALOGS.en[key] ?? '')) return []
  const own = words[key]?.en
  const t = createTranslator('en', { en: { ...catalog, ...(own && { [key]: own }) } }, settings)
  const text = t(key, { newsletterTime: formatNewsletterTime(settings, 'en') })
  return [{ at: 'word', name: key, text, isOwn: words[key] !== undefined, shipped }]
}

function findPassages(settings: Settings, slug: LegalPage, id: StatementId): Found[] {
  const passages = readStatedPassages(slug, settings.subject, id)
  if (passages.length > 0 && isWritten(settings, slug))
    return [{ at: 'page', name: slug, text: '', isOwn: true, shipped: passages.join('\n') }]
  const values = markValues(settings, '', 'en')
  return passages.map((shipped) => ({
    at: 'page',
    name: slug,
    text: fillMarks(withoutMarkdown(shipped), values),
    isOwn: false,
    shipped,
  }))
}

function wholePage(settings: Settings, slug: LegalPage): Found {
  const { title, description, content } = readShippedPage(slug, 'en', {
    subject: settings.subject,
    unmade: [],
  })
  const isOwn = isWritten(settings, slug)
  const text = isOwn ? '' : fillMarks(description, markValues(settings, '', 'en'))
  return { at: 'page', name: slug, text, isOwn, shipped: [title, description, content].join('\n') }
}

const isWritten = ({ pages }: Settings, slug: string) =>
  pages.some((page) => page.slug === slug && page.titles.en !== undefined)

/** What a setting says; its own value is no shipped text. */
function findSetting(settings: Settings, name: NonNullable<Statement['setting']>): Found[] {
  const {
    landing_subscribers: subscribers,
    landing_figures: figures,
    landing_testimonials: quotes,
  } = settings
  const place = (text: string): Found => ({ at: 'setting', name, text, isOwn: false, shipped: name })
  switch (name) {
    case 'contact_address':
      return [place(settings.contact_address)]
    case 'newsletter_time':
      return [place(`Every Sunday ${formatNewsletterTime(settings, 'en')}`)]
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
