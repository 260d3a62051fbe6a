import * as z from 'zod'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import { isCalendarDay } from '#server/platform/documents/dates/read-date.ts'

/** A moment as an export writes it: ISO 8601 in UTC with up to six decimals, or another time that JavaScript knows. */
export const moment = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?(Z|[+-]\d{2}:\d{2})?$/, 'is no moment')
  .refine((text) => !Number.isNaN(Date.parse(text)) && isStorableMoment(text), 'is no moment')
  .transform((text) =>
    /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}${text.length > 10 ? 'Z' : 'T00:00Z'}`,
  )

/** PostgreSQL knows no year 0, no 31 February, and no zone as far from UTC as JavaScript does. */
function isStorableMoment(text: string): boolean {
  const [, hours = '0'] = /:\d{2}(?:\.\d+)?[+-](\d{2}):\d{2}$/.exec(text) ?? []
  return !text.startsWith('0000') && isCalendarDay(text) && Number(hours) < 16
}

/** A time zone that this program knows; any other is UTC. */
export const zone = z
  .string()
  .max(60)
  .transform((name) => {
    try {
      return /^[A-Z]/i.test(name)
        ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions() && name
        : 'UTC'
    } catch {
      return 'UTC'
    }
  })

export const language = z.custom<Language>((value) => isLanguage(value), 'is no language of this product')

export const slug = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

/** A text that PostgreSQL can store. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'has what no text has')

/** A text of one line that is not blank. */
export const line = (max: number) => text(max).regex(/^(?!\s*$)[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'is no line')

/** What is wrong with a value, in one line. */
export function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.') || 'it'}: ${issue.message}`.slice(0, 200) : 'unreadable'
}
