import { type TableSpec, type TableState, useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { isPersonFilter } from '#app/admin/stories/ideas/ideas-table.ts'
import { type CalendarView, isDay } from '#core/domain/calendar.ts'
import { isCategorySlug } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

export type CalendarFilter = 'view' | 'day' | 'person' | 'section' | 'language'

/** The parameters that the address of the calendar may contain: the week without a view, today without a day. */
const CALENDAR: TableSpec<'day', CalendarFilter> = {
  sorts: ['day'],
  defaultSort: { by: 'day', descending: false },
  filters: {
    view: ['month'],
    day: isDay,
    person: isPersonFilter,
    section: isCategorySlug,
    language: LANGUAGE_CODES,
  },
  pageSize: 500,
}

export interface CalendarAddress {
  table: TableState<'day', CalendarFilter>
  view: CalendarView
  /** A day of the week or of the month that is shown. */
  day: string
  linkTo: (change: Partial<Record<CalendarFilter, string | null>>) => string
  goTo: (day: string) => void
}

export function useCalendarAddress(today: string): CalendarAddress {
  const table = useTableAddress(CALENDAR)
  const { filters } = table.address
  return {
    table,
    view: filters.view === 'month' ? 'month' : 'week',
    day: filters.day ?? today,
    linkTo: (change) => table.linkTo({ filters: { ...filters, ...change } }),
    goTo: (day) => table.change({ filters: { ...filters, day } }, { replace: true }),
  }
}
