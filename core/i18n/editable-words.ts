import type { PlainKey, PluralKey } from '#core/i18n/translator.ts'

/** The number of characters that fit into the place of a message. */
export const WORD_LENGTHS = { label: 48, headline: 80, sentence: 220, paragraph: 420 } as const
export type WordSize = keyof typeof WORD_LENGTHS

/** The places of messages that a publication may want to reword, in the order of the desk. */
export const WORD_PLACES = [
  'home',
  'footer',
  'article',
  'landing',
  'signup',
  'archive',
  'subscription',
  'search',
  'mail',
  'issue',
  'feed',
  'meta',
] as const
export type WordPlace = (typeof WORD_PLACES)[number]

type Words = Partial<Record<WordSize, readonly (PlainKey | PluralKey)[]>>

/**
 * The messages that the desk offers to change: all about artificial intelligence, apart from those of sections, and headlines that give a
 * publication its tone. Others can be changed too, by a program.
 */
export const EDITABLE_WORDS: Record<WordPlace, Words> = {
  home: {
    label: ['header.newsletter.wide', 'header.newsletter.narrow', 'home.latest.title', 'home.latest.viewAll'],
    headline: ['home.heading', 'site.tagline'],
  },
  footer: {
    label: ['footer.nav.title', 'footer.categories.title', 'footer.legal.title'],
    headline: ['footer.newsletter.title'],
    sentence: ['footer.newsletter.text', 'footer.blurb'],
  },
  article: {
    label: [
      'card.featured',
      'card.readMore',
      'card.readFull',
      'article.signup.weekly',
      'article.signup.fiveMinutes',
      'article.signup.expert',
      'article.signup.noSpam',
    ],
    headline: ['article.related.title', 'article.signup.title'],
    sentence: [
      'article.signup.tagline',
      'article.translation.byMachine',
      'article.sources.drafted',
      'corrections.text',
    ],
  },
  landing: {
    label: ['newsletter.hero.submit', 'newsletter.proof.subscribers.label'],
    headline: [
      'newsletter.hero.title',
      'newsletter.features.title',
      'newsletter.features.market.title',
      'newsletter.features.technical.title',
      'newsletter.features.expert.title',
      'newsletter.inside.title',
      'newsletter.inside.stories',
      'newsletter.inside.market',
      'newsletter.inside.research',
      'newsletter.inside.startups',
      'newsletter.inside.opinions',
      'newsletter.inside.nextWeek',
      'newsletter.proof.title',
      'newsletter.proof.promises',
      'newsletter.proof.gdpr',
      'newsletter.proof.free',
      'newsletter.proof.noSpam',
      'newsletter.testimonials.title',
      'newsletter.cta.title',
    ],
    sentence: [
      'newsletter.hero.text',
      'newsletter.features.market.text',
      'newsletter.features.technical.text',
      'newsletter.features.expert.text',
      'newsletter.cta.text',
    ],
  },
  signup: {
    headline: [
      'newsletter.block.title',
      'newsletter.block.market.title',
      'newsletter.block.market.text',
      'newsletter.block.research.title',
      'newsletter.block.research.text',
      'newsletter.block.opinions.title',
      'newsletter.block.opinions.text',
    ],
    sentence: ['newsletter.block.text', 'newsletter.block.note', 'newsletter.block.consent'],
  },
  archive: {
    headline: ['newsletter.issues.title'],
    sentence: ['newsletter.issues.text', 'newsletter.issues.description'],
  },
  subscription: {
    sentence: ['confirm.manual.text', 'preferences.state.active', 'unsubscribe.text'],
  },
  search: {
    label: [
      'search.popular.title',
      'search.popular.ai',
      'search.popular.gpt',
      'search.popular.machineLearning',
      'search.popular.technology',
      'search.popular.business',
      'search.popular.innovation',
    ],
    headline: ['search.placeholder'],
  },
  mail: {
    label: ['mail.confirmation.button', 'mail.welcome.button'],
    headline: [
      'mail.confirmation.subject',
      'mail.confirmation.preheader',
      'mail.alreadySubscribed.subject',
      'mail.welcome.subject',
      'mail.welcome.preheader',
    ],
    paragraph: [
      'mail.confirmation.body',
      'mail.alreadySubscribed.body',
      'mail.welcome.body',
      'mail.newsletter.reason',
    ],
  },
  issue: {
    label: [
      'newsletter.issue.section.top',
      'newsletter.issue.section.market',
      'newsletter.issue.section.research',
      'newsletter.issue.section.funding',
      'newsletter.issue.section.opinion',
      'newsletter.issue.section.next',
    ],
    headline: ['newsletter.issue.subject', 'newsletter.issue.preheader'],
    sentence: ['newsletter.issue.introduction'],
  },
  feed: {
    headline: ['feed.title', 'feed.category.title', 'feed.newsletter.title'],
    sentence: ['feed.description'],
  },
  meta: {
    headline: ['meta.home.title', 'meta.newsletter.title', 'meta.confirm.title', 'meta.unsubscribe.title'],
    sentence: [
      'meta.home.description',
      'meta.newsletter.description',
      'meta.about.description',
      'meta.contact.description',
      'meta.terms.description',
      'meta.confirm.description',
      'meta.unsubscribe.description',
    ],
  },
}
