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
export type IssueStatus = 'draft' | 'approved' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'

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
export type TextOrigin = 'model' | 'rules' | 'person'

export interface NewsletterIssue {
  id: string
  /** The address of its web version, from the day of sending; set when it is approved. */
  slug: string | null
  status: IssueStatus
  /** Begun at the desk, by the clock, or by a call that sends a subject and a content. */
  origin: 'desk' | 'clock' | 'call' | 'demo'
  covers_from: string | null
  covers_until: string | null
  created_at: string
  created_by: string | null
  updated_at: string
  /** Raised by every change to what readers would get. */
  revision: number
  /** The revision that was last sent as a test. */
  tested_revision: number | null
  approved_at: string | null
  approved_by: string | null
  /** A hash of everything that was approved, with the texts of the linked articles. */
  seal: string | null
  scheduled_for: string | null
  /** The reason why it is on hold: an administrator has to decide. */
  held_reason: string | null
  /** True if the site was restored from a backup, and nobody has said yet whether it was sent after that. */
  may_have_left: boolean
  /** The number of messages after which it pauses automatically, once. */
  pause_after: number | null
  counts_clicks: boolean
  /** The number of its recipients. */
  audience: number | null
  started_at: string | null
  ended_at: string | null
  /** The time at which its deliveries last changed. */
  progressed_at: string | null
  /** True if its messages are stored in the outbox and not sent. */
  into_outbox: boolean
  /** True if all its stories show their pictures, and not only the first. */
  shows_pictures: boolean
  /** True if somebody without the right to send has changed it since its last approval. */
  needs_approval: boolean
}

export interface NewsletterIssueEvent {
  id: number
  issue_id: string
  happened_at: string
  /** Null when it happened automatically. */
  actor: string | null
  event: IssueStatus | 'held' | 'tested' | 'rehearsed' | 'retried' | 'resent' | 'waiting' | 'continued'
  reason: string | null
}

/** The texts of an issue in one language, apart from the summaries of its items. */
export interface NewsletterEdition {
  issue_id: string
  language: Language
  subject: string
  preheader: string
  introduction: string
  /** The HTML that an editor made of it; null while it is derived from the items. */
  content: string | null
  origin: TextOrigin
  model: string | null
  /** The parts of a model's answer that were dropped, and the reasons: sentences for the desk. */
  dropped: string[]
  /** The hash of the English texts from which it was translated; null when it was not. */
  source_hash: string | null
  reviewed_at: string | null
  reviewed_by: string | null
  made_at: string
  updated_at: string
}

export interface NewsletterItem {
  id: string
  issue_id: string
  /** An English original; each edition links to the version in its language. */
  article_id: string
  section: Section
  position: number
  /** True if it stays when the issue is generated again. */
  pinned: boolean
  /** The reason why it is not in the issue; null when it is. */
  left_out: string | null
}

export interface NewsletterSummary {
  item_id: string
  language: Language
  summary: string
  origin: TextOrigin
}

/** The approved message, as it is sent: each recipient gets one of these, with their own links. */
export interface NewsletterMessage {
  issue_id: string
  language: Language
  subject: string
  preheader: string
  html: string
  body_text: string
  /** The part between header and footer, for its web version. */
  content: string
}

/**
 * - `sending`: being sent
 * - `uncertain`: it may or may not have been sent; only an administrator sends it again
 * - `skipped`: the recipient had left or was deleted before it was their turn
 * - `empty`: nothing in it was of the sections that the recipient had chosen, so nothing was sent
 */
export type NewsletterDeliveryStatus =
  | 'pending'
  | 'sending'
  | 'sent'
  | 'failed'
  | 'uncertain'
  | 'skipped'
  | 'empty'

export interface NewsletterDelivery {
  id: number
  issue_id: string
  subscriber_id: string | null
  email: string | null
  /** The language of the edition that they get. */
  language: Language
  status: NewsletterDeliveryStatus
  /** The local part of the Message-ID. */
  message_id: string
  attempts: number
  batch_id: string | null
  due_at: string | null
  settled_at: string | null
  reason: string | null
  /** The sections that they had chosen when the sending began; null for the whole issue. */
  sections: string[] | null
}
