import { useEffect, useRef } from 'react'
import { CalendarEntry } from '#app/admin/calendar/calendar-entry.tsx'
import { formatDay, formatShortDay, formatWeekday } from '#app/admin/calendar/format-day.ts'
import { useDrag } from '#app/admin/calendar/use-drag.ts'
import { t } from '#app/admin/messages.ts'
import { type CalendarItem, type CalendarView, itemId } from '#core/domain/calendar.ts'

interface CalendarDaysProps {
  view: CalendarView
  days: readonly string[]
  /** A day of the month that is shown. */
  day: string
  today: string
  zone: string
  items: readonly CalendarItem[]
  dayOf: (item: CalendarItem) => string
  /** The day to which something is being moved by keyboard. */
  target: string | null
  onOpen: (item: CalendarItem) => void
  onMove: (item: CalendarItem) => void
  onDrop: (item: CalendarItem, day: string) => void
}

/** The days of a week or a month: a grid where there is room for seven columns, otherwise a list, in which a month has only days with something. */
export function CalendarDays(props: CalendarDaysProps) {
  const { view, days, day: shown, today, zone, items, dayOf, target, onOpen, onMove, onDrop } = props
  const { drag, begin } = useDrag(onDrop)
  const byDay = Map.groupBy(items, dayOf)
  const highlighted = drag?.day ?? target
  const list = useRef<HTMLOListElement>(null)
  // In the list of a small window the day may be far away.
  useEffect(() => {
    if (target) list.current?.querySelector(`[data-day="${target}"]`)?.scrollIntoView({ block: 'center' })
  }, [target])
  return (
    <ol
      ref={list}
      aria-label={t('calendar.days')}
      className="grid gap-x-px gap-y-px border border-line bg-line lg:grid-cols-7"
    >
      {days.map((day) => {
        const own = byDay.get(day) ?? []
        const isOther = view === 'month' && day.slice(0, 7) !== shown.slice(0, 7)
        const isHiddenInList = view === 'month' && own.length === 0 && day !== today && day !== target
        return (
          <li
            key={day}
            data-day={day}
            aria-current={day === today ? 'date' : undefined}
            className={`min-w-0 p-2 ${isHiddenInList ? 'max-lg:hidden' : ''} ${
              view === 'week' ? 'lg:min-h-72' : 'lg:min-h-28'
            } ${isOther ? 'bg-wash' : 'bg-paper'} ${
              day === highlighted ? 'outline-2 outline-focus -outline-offset-2' : ''
            }`}
          >
            <h2 className="mb-1.5 flex items-baseline gap-1.5 text-sm">
              <span className="sr-only">{formatDay(day)}</span>
              <span aria-hidden className="text-faint">
                {formatWeekday(day)}
              </span>
              <span
                aria-hidden
                className={day === today ? 'rounded-sm bg-ink px-1.5 font-semibold text-paper' : ''}
              >
                {formatShortDay(day)}
              </span>
            </h2>
            {own.length > 0 && (
              <ul className="space-y-1.5">
                {own.map((item) => (
                  <li key={itemId(item)}>
                    <CalendarEntry
                      item={item}
                      zone={zone}
                      shift={drag && itemId(drag.item) === itemId(item) ? drag : null}
                      onOpen={onOpen}
                      onMove={onMove}
                      onDrag={begin}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}
