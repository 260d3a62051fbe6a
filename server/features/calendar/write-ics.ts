import { createHash } from 'node:crypto'
import { type CalendarItem, itemId } from '#core/domain/calendar.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

interface IcsOptions {
  siteName: string
  siteUrl: string
  items: readonly CalendarItem[]
}

/** The names of events of a calendar: the desk is English. */
const SUMMARIES: Record<CalendarItem['kind'], string> = {
  idea: 'Idea',
  due: 'Due',
  schedule: 'Scheduled',
  ending: 'Ends',
  issue: 'Newsletter',
  published: 'Published',
}

/** A calendar as programs read it (RFC 5545). Days are dates, moments are in UTC, and no event makes anybody busy. */
export function writeIcs({ siteName, siteUrl, items }: IcsOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//AI Watch//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(siteName)}`,
    `X-WR-CALNAME:${escapeText(siteName)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...items.flatMap((item) => describeEvent(item, siteUrl)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function describeEvent(item: CalendarItem, siteUrl: string): string[] {
  const changed = utc(item.changed_at)
  return [
    'BEGIN:VEVENT',
    `UID:${itemId(item)}@${new URL(siteUrl).hostname}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    // Without an end programs show an hour or a whole day, and a duration of nothing is not allowed (RFC 5545, 3.8.2.5).
    ...(item.at
      ? [`DTSTART:${utc(item.at)}`, 'DURATION:PT15M']
      : [`DTSTART;VALUE=DATE:${item.day.replaceAll('-', '')}`]),
    `SUMMARY:${escapeText(summarize(item))}`,
    `URL:${siteUrl}${pathOf(item)}`,
    `CATEGORIES:${escapeText(SUMMARIES[item.kind])}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function summarize({ kind, title, languages, status }: CalendarItem): string {
  const isTroubled = kind === 'schedule' && status !== 'waiting'
  const what = isTroubled ? 'Not published' : SUMMARIES[kind]
  const codes = languages.map((code) => code.toUpperCase()).join(', ')
  const name = title || 'Untitled'
  return kind === 'issue' ? `${what}: ${name} (${status})` : `${what}: ${name}${codes && ` (${codes})`}`
}

function pathOf({ kind, id, slug, languages }: CalendarItem): string {
  const language = (languages[0] ?? 'en') as Language
  if (kind === 'idea') return '/admin/ideas'
  if (kind === 'issue') return `/admin/newsletter/${id}`
  if (kind === 'published') return articlePath({ slug: slug ?? '', language })
  return `/admin/articles/edit/${slug}${language === 'en' ? '' : `?lang=${language}`}`
}

/** A moment as `20261204T080000Z`. */
function utc(iso: string): string {
  return new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** A value of type TEXT (RFC 5545, 3.3.11), which has no control characters, and nothing that some programs take for the end of a line. */
function escapeText(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a text must not have
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}

const MOST_OCTETS = 75

/** Folds a line after at most 75 octets (RFC 5545, 3.1), never inside of a character; a line that goes on begins with a space. */
function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

/** A strong validator of a calendar. */
export function etagOf(ics: string): string {
  return `"${createHash('sha256').update(ics).digest('base64url').slice(0, 27)}"`
}
