import { deskQuery } from '#app/admin/query/desk-query.ts'
import { type CalendarWindow, findCalendarAddress, listCalendar } from '#core/data/calendar.ts'

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
