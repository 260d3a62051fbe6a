import type { Settings } from '#core/domain/settings.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import type { PlainKey } from '#core/i18n/translator.ts'
import type { LegalPage } from '#core/paths.ts'

export type StatementKind = 'promise' | 'law' | 'date' | 'address' | 'figure'

export interface Statement {
  kind: StatementKind
  /** The messages that make it. Passages of shipped pages that make it are between `<!-- id -->` and `<!-- /id -->`. */
  words?: readonly PlainKey[]
  /** Shipped pages that are to be read as a whole. */
  pages?: readonly LegalPage[]
  /** The setting that it repeats. */
  setting?: 'contact_address' | 'newsletter_time' | 'landing_figures'
  /** True if the program itself keeps it, so that every publication may state it. */
  isKept?: boolean
  /** True if it can be reworded, but not left out. */
  stays?: boolean
}

/**
 * The promises of the shipped texts, and the laws, dates, addresses and figures that they name, in the order of the desk. Only the shipped
 * publication makes these statements from the beginning; another one makes those that the program keeps, until it decides otherwise.
 */
export const STATEMENTS = {
  replies: { kind: 'promise', words: ['meta.contact.description'] },
  corrections: { kind: 'promise', words: ['corrections.text'], isKept: true },
  anyLanguage: { kind: 'promise' },
  selling: { kind: 'promise' },
  changes: { kind: 'promise' },
  independence: { kind: 'promise', words: ['footer.blurb'] },
  daily: { kind: 'promise', words: ['meta.home.description', 'feed.description'] },
  experts: {
    kind: 'promise',
    words: [
      'article.signup.expert',
      'newsletter.features.expert.title',
      'newsletter.features.expert.text',
      'newsletter.inside.opinions',
      'newsletter.block.opinions.title',
      'newsletter.block.opinions.text',
      'footer.categories.opinion',
      'category.opinion.description',
    ],
  },
  contents: {
    kind: 'promise',
    words: [
      'newsletter.inside.stories',
      'newsletter.inside.market',
      'newsletter.inside.research',
      'newsletter.inside.startups',
      'newsletter.inside.nextWeek',
    ],
  },
  minutes: {
    kind: 'figure',
    words: [
      'article.signup.fiveMinutes',
      'footer.newsletter.text',
      'newsletter.hero.text',
      'meta.newsletter.description',
    ],
  },
  gdpr: { kind: 'law', words: ['newsletter.proof.gdpr'] },
  noSpam: {
    kind: 'promise',
    words: ['newsletter.proof.noSpam', 'article.signup.noSpam', 'newsletter.block.note'],
  },
  freeForever: { kind: 'promise', words: ['newsletter.proof.free'] },
  free: {
    kind: 'promise',
    words: [
      'header.newsletter.wide',
      'footer.newsletter.text',
      'newsletter.hero.text',
      'newsletter.cta.text',
      'newsletter.issues.description',
      'meta.newsletter.description',
      'mail.confirmation.body',
    ],
    isKept: true,
  },
  trust: { kind: 'promise', words: ['newsletter.proof.title'] },
  figures: { kind: 'figure', setting: 'landing_figures' },
  sundays: { kind: 'date', setting: 'newsletter_time', isKept: true, stays: true },
  address: { kind: 'address', setting: 'contact_address', isKept: true, stays: true },
  owner: { kind: 'address' },
  dataLaw: { kind: 'law' },
  swissLaw: { kind: 'law' },
  liability: { kind: 'figure' },
  children: { kind: 'figure' },
  dates: { kind: 'date' },
  privacy: { kind: 'promise', pages: ['privacy'], isKept: true, stays: true },
  terms: { kind: 'law', pages: ['terms', 'disclaimer'], isKept: true, stays: true },
} as const satisfies Record<string, Statement>

export type StatementId = keyof typeof STATEMENTS
export const STATEMENT_IDS = Object.keys(STATEMENTS) as StatementId[]

/** The settings that decide about statements. */
export type Voice = Pick<Settings, 'site_name' | 'statements'>

const statementOf = (id: StatementId): Statement => STATEMENTS[id]

export function makesStatement({ site_name, statements }: Voice, id: StatementId): boolean {
  const decided = statements[id]
  if (decided) return decided === 'keep'
  return site_name === DEFAULT_SITE_WORDS.site_name || statementOf(id).isKept === true
}

export const unmadeStatements = (voice: Voice): StatementId[] =>
  STATEMENT_IDS.filter((id) => !makesStatement(voice, id))

/** The keys of the messages of these statements. */
export const wordsOf = (ids: readonly StatementId[]): string[] =>
  ids.flatMap((id) => statementOf(id).words ?? [])
