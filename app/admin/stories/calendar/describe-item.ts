import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, IDEAS_PATH, issuePath } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { formatClock } from '#app/admin/kit/ui/format.ts'
import type { BadgeTone } from '#app/components/ui/badge.tsx'
import { type CalendarWindow, findCalendarAddress, listCalendar } from '#core/data/calendar.ts'
import type { CalendarItem, CalendarKind } from '#core/domain/calendar.ts'
import type { Language } from '#core/i18n/languages.ts'

export const KIND_NAMES: Record<CalendarKind, string> = {
  idea: t('calendar.kind.idea'),
  due: t('calendar.kind.due'),
  schedule: t('calendar.kind.schedule'),
  ending: t('calendar.kind.ending'),
  issue: t('calendar.kind.issue'),
  published: t('calendar.kind.published'),
}

export const KIND_TONES: Record<CalendarKind, BadgeTone> = {
  idea: 'purple',
  due: 'orange',
  schedule: 'blue',
  ending: 'red',
  issue: 'green',
  published: 'grey',
}

const STATES = new Map([
  ['draft', t('calendar.state.draft')],
  ['handed_in', t('calendar.state.handedIn')],
  ['in_edit', t('calendar.state.inEdit')],
  ['ready', t('calendar.state.ready')],
  ['approved', t('calendar.state.approved')],
  ['scheduled', t('calendar.state.scheduled')],
  ['sending', t('calendar.state.sending')],
  ['paused', t('calendar.state.paused')],
  ['sent', t('calendar.state.sent')],
  ['missed', t('calendar.state.missed')],
  ['failed', t('calendar.state.failed')],
])

export const titleOf = ({ title }: CalendarItem): string => title || t('calendar.untitled')

/** The state of a draft or an issue, or that a schedule came to nothing; empty for what waits. */
export const stateOf = ({ status }: CalendarItem): string => STATES.get(status ?? '') ?? ''

/** Returns the text before a title: what it is, when, and how far it is. */
export function describeKind(item: CalendarItem, zone: string): string {
  const { kind, at } = item
  return [KIND_NAMES[kind], at && formatClock(zone, new Date(at)), stateOf(item)].filter(Boolean).join(' · ')
}

/** Returns the page where the thing itself is changed. */
export function pathOf({ kind, id, slug, languages }: CalendarItem): string {
  if (kind === 'idea') return IDEAS_PATH
  if (kind === 'issue') return issuePath(id)
  return editArticlePath({ slug: slug ?? '', language: (languages[0] ?? 'en') as Language })
}

export const CALENDAR_KEY = ['calendar']
export const CALENDAR_ADDRESS_KEY = ['calendar-address']

export const calendarQuery = (window: CalendarWindow) =>
  deskQuery([...CALENDAR_KEY, window], (client) => listCalendar(client, window), {
    live: [
      'ideas',
      'article_workflow',
      'articles',
      'article_schedules',
      'article_unpublishings',
      'newsletter_issues',
    ],
    refuses: true,
  })

export const calendarAddressQuery = deskQuery(CALENDAR_ADDRESS_KEY, findCalendarAddress)
