import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import type { Language } from '#core/i18n/languages.ts'

export const SUBJECT_MAX_LENGTH = 200
export const PREHEADER_MAX_LENGTH = 250
export const INTRODUCTION_MAX_LENGTH = 4000
export const SUMMARY_MAX_LENGTH = 2000
/** The limit for the HTML that an editor writes, in characters. */
export const CONTENT_MAX_LENGTH = 400_000
/** Gmail cuts off longer messages, and with them the link to unsubscribe. */
export const MESSAGE_MAX_BYTES = 102_400

/** `draft` → `approved` → `scheduled` → `sending` ⇄ `paused` → `sent`, or `cancelled`; the database has the legal moves. */
export type IssueStatus = Row<'newsletter_issues'>['status']

/** The sections of an issue, in their order. */
export const SECTIONS = ['top', 'market', 'research', 'funding', 'opinion', 'next'] as const
export type Section = (typeof SECTIONS)[number]
/** The most items of a section when an issue is composed. */
export const SECTION_SIZES: Record<Section, number> = {
  top: 5,
  market: 4,
  research: 4,
  funding: 4,
  opinion: 3,
  next: 3,
}

/** The author of a text: a model, the rules that compose without one, or a person. */
export type TextOrigin = Row<'newsletter_editions'>['origin']

export type NewsletterIssue = Omit<
  Row<'newsletter_issues'>,
  'waiting_since' | 'waiting_reason' | 'waiting_told'
>

export type NewsletterIssueEvent = Row<'newsletter_issue_events'>

/** The texts of an issue in one language, apart from the summaries of its items. */
export type NewsletterEdition = Narrowed<
  Row<'newsletter_editions'>,
  {
    /** The parts of a model's answer that were dropped, and the reasons: sentences for the desk. */
    dropped: string[]
  }
>

export type NewsletterItem = Row<'newsletter_items'>

export type NewsletterSummary = Row<'newsletter_summaries'>

/** The approved message, as it is sent: each recipient gets one of these, with their own links. */
export type NewsletterMessage = Row<'newsletter_messages'>

/**
 * - `sending`: being sent
 * - `uncertain`: it may or may not have been sent; only an administrator sends it again
 * - `skipped`: the recipient had left or was deleted before it was their turn
 * - `empty`: nothing in it was of the sections that the recipient had chosen, so nothing was sent
 */
export type NewsletterDeliveryStatus = Row<'newsletter_deliveries'>['status']

export type NewsletterDelivery = Narrowed<
  Row<'newsletter_deliveries'>,
  {
    /** The language of the edition that they get. */
    language: Language
  }
>

/** The recordings of an issue of the newsletter, for the desk. */
export interface IssueRecordings {
  /** True if there is a speech model. */
  has_model: boolean
  rows: {
    language: Language
    /** The id of the recording; null if none was requested. */
    id: string | null
    state: 'silent' | 'waiting' | 'made' | 'failed'
    seconds: number | null
    /** The reason for the failure of the last attempt, as a sentence. */
    problem: string | null
  }[]
}

/** An issue on the web, in one of its languages. */
export interface PublishedNewsletter {
  slug: string
  language: Language
  subject: string
  preheader: string
  /** Sanitised HTML; its links are absolute. */
  content: string
  started_at: string
  /** The languages in which it was sent, English first. */
  languages: Language[]
}

export type ListedNewsletter = Omit<PublishedNewsletter, 'content'>
