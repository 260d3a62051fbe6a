import * as z from 'zod'
import {
  INTRODUCTION_MAX_LENGTH,
  PREHEADER_MAX_LENGTH,
  SECTIONS,
  SUBJECT_MAX_LENGTH,
  SUMMARY_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import { language, moment, text } from '#server/features/import/publication/schemas.ts'

const MAX_ITEMS = 500

const origin = z.enum(['model', 'rules', 'person'])
const maybe = moment.nullable().default(null)
/** One line: a line break would begin another header of the mail. */
const line = (max: number) =>
  text(max).refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'has more than one line')
const titled = { language, subject: line(SUBJECT_MAX_LENGTH), preheader: line(PREHEADER_MAX_LENGTH) }

/** `issue.json` of an export. */
export const issueFile = z.object({
  slug: z
    .string()
    .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}(-[1-9][0-9]{0,2})?$/)
    .nullable()
    .default(null),
  status: z.enum(['draft', 'approved', 'scheduled', 'sending', 'paused', 'sent', 'cancelled']),
  origin: z.enum(['desk', 'clock', 'call', 'demo']).default('desk'),
  created: moment,
  changed: moment,
  coversFrom: maybe,
  coversUntil: maybe,
  approved: maybe,
  scheduled: maybe,
  started: maybe,
  ended: maybe,
  audience: z.int().min(0).max(100_000_000).nullable().default(null),
  countsClicks: z.boolean().default(false),
  showsPictures: z.boolean().default(false),
  editions: z
    .array(
      z.object({
        ...titled,
        introduction: text(INTRODUCTION_MAX_LENGTH).default(''),
        origin,
        model: text(200).nullable().default(null),
        reviewed: maybe,
        editedContent: z.boolean().default(false),
      }),
    )
    .max(20)
    .default([]),
  /** What the subject of each message was; exports before had none. */
  messages: z.array(z.object(titled)).max(20).optional(),
  items: z
    .array(
      z.object({
        article: text(300),
        section: z.enum(SECTIONS),
        position: z.int().min(0).max(1000),
        pinned: z.boolean().default(false),
        leftOut: text(300).nullable().default(null),
        summaries: z.record(z.string(), z.object({ text: text(SUMMARY_MAX_LENGTH), origin })).default({}),
      }),
    )
    .max(MAX_ITEMS)
    .default([]),
})
export type IssueFile = z.infer<typeof issueFile>

/** A message as it was sent. */
export interface IssueMessage {
  language: Language
  subject: string
  preheader: string
  html: string
  text: string
  web: string
}
