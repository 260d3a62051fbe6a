import { expect, test } from 'vitest'
import type { CalendarItem } from '#core/domain/calendar.ts'
import { writeIcs } from '#server/features/calendar/write-ics.ts'

const item = (change: Partial<CalendarItem> = {}): CalendarItem => ({
  kind: 'idea',
  id: '6a1d1c9e-52b7-4f0a-8f6e-0d4f3b2a1c10',
  day: '2026-12-04',
  at: null,
  title: 'Of quaggas',
  languages: [],
  section: null,
  person: null,
  slug: null,
  status: null,
  changed_at: '2026-11-27T14:13:00.123456+00:00',
  can_move: false,
  ...change,
})

const write = (...items: CalendarItem[]) =>
  writeIcs({ siteName: 'AI Watch; daily, all', siteUrl: 'https://example.org', items })

/** The lines of a calendar as programs understand them, which join what was folded. */
const linesOf = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n')

test('a day is a date, and a moment is in UTC', () => {
  const lines = linesOf(
    write(
      item(),
      item({ kind: 'schedule', status: 'waiting', at: '2026-12-04T09:00:00+01:00', slug: 'quaggas' }),
    ),
  )
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  expect(lines.filter((line) => line.startsWith('DTSTART'))).toEqual([
    'DTSTART;VALUE=DATE:20261204',
    'DTSTART:20261204T080000Z',
  ])
  // A day has no duration, and a moment a short one, because programs show one without as an hour or a day.
  expect(lines.filter((line) => line.startsWith('DURATION'))).toEqual(['DURATION:PT15M'])
  expect(lines.filter((line) => line.startsWith('DTSTAMP'))).toEqual([
    'DTSTAMP:20261127T141300Z',
    'DTSTAMP:20261127T141300Z',
  ])
})

test('a thing keeps its name when it moves', () => {
  const uid = (moved: CalendarItem) => linesOf(write(moved)).find((line) => line.startsWith('UID:'))
  expect(uid(item())).toBe('UID:idea-6a1d1c9e-52b7-4f0a-8f6e-0d4f3b2a1c10@example.org')
  expect(uid(item({ day: '2026-12-11' }))).toBe(uid(item()))
  expect(uid(item({ kind: 'due', slug: 'x' }))).not.toBe(uid(item()))
})

test('texts are escaped, and no line of a title begins a property', () => {
  const ics = write(
    item({ title: 'A; b, c \\ d\r\nATTENDEE:mailto:mallory@example.org\u0000\u0007', languages: ['de'] }),
  )
  expect(linesOf(ics)).toContain(
    'SUMMARY:Idea: A\\; b\\, c \\\\ d\\nATTENDEE:mailto:mallory@example.org (DE)',
  )
  expect(linesOf(ics)).toContain('NAME:AI Watch\\; daily\\, all')
  // Each line ends with CRLF, and nothing else ends one.
  expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('a title begins no property in programs that end lines at every character that can end one', () => {
  const ics = write(item({ title: 'A\u0085BEGIN:VALARM\u2028URL:https://evil.example\u2029B\u009b\u202ec' }))
  expect(linesOf(ics)).toContain('SUMMARY:Idea: A\\nBEGIN:VALARM\\nURL:https://evil.example\\nBc')
})

test.each([
  'Ünïcødé '.repeat(24),
  '量子コンピュータ'.repeat(24),
  '🦓'.repeat(100),
  'a'.repeat(200),
  '\u{1f9d1}\u200d\u{1f4bb}'.repeat(30),
])('lines have at most 75 octets, and no character is split: %s', (title) => {
  const ics = write(item({ title }))
  for (const line of ics.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    // A lone half of a character would be written as a replacement.
    expect(Buffer.from(line).toString()).toBe(line)
    expect(line.isWellFormed()).toBe(true)
  }
  expect(linesOf(ics)).toContain(`SUMMARY:Idea: ${title}`)
})

test('each thing says what it is and leads to where it is changed or read', () => {
  const described = (change: Partial<CalendarItem>) =>
    linesOf(write(item(change))).filter((line) => /^(SUMMARY|URL):/.test(line))
  expect(described({ kind: 'due', slug: 'quaggas', languages: ['en'], status: 'draft' })).toEqual([
    'SUMMARY:Due: Of quaggas (EN)',
    'URL:https://example.org/admin/articles/edit/quaggas',
  ])
  expect(
    described({
      kind: 'schedule',
      slug: 'zebras',
      languages: ['de'],
      status: 'missed',
      at: '2026-12-04T08:00:00Z',
    }),
  ).toEqual([
    'SUMMARY:Not published: Of quaggas (DE)',
    'URL:https://example.org/admin/articles/edit/zebras?lang=de',
  ])
  expect(
    described({ kind: 'published', slug: 'zebras', languages: ['en', 'fr'], at: '2026-12-04T08:00:00Z' }),
  ).toEqual(['SUMMARY:Published: Of quaggas (EN\\, FR)', 'URL:https://example.org/article/zebras'])
  expect(described({ kind: 'issue', title: '', status: 'draft' })).toEqual([
    'SUMMARY:Newsletter: Untitled (draft)',
    'URL:https://example.org/admin/newsletter/6a1d1c9e-52b7-4f0a-8f6e-0d4f3b2a1c10',
  ])
})
