import { useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { usePeople } from '#app/admin/kit/query/colleagues.ts'
import { formatDay, formatShortDay, formatWeekday } from '#app/admin/kit/ui/format.ts'
import { describeKind, KIND_TONES, titleOf } from '#app/admin/stories/calendar/describe-item.ts'
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

interface CalendarEntryProps {
  item: CalendarItem
  zone: string
  /** The distance by which it is dragged now. */
  shift: { x: number; y: number } | null
  onOpen: (item: CalendarItem) => void
  onMove: (item: CalendarItem) => void
  onDrag: (event: React.PointerEvent, item: CalendarItem) => void
}

/** One thing of a day. A click opens what can be done with it, M moves it by keyboard. */
function CalendarEntry({ item, zone, shift, onOpen, onMove, onDrag }: CalendarEntryProps) {
  const people = usePeople()
  const person = item.person && people.get(item.person)?.name
  const codes = item.languages.length > 0 ? item.languages.map((code) => code.toUpperCase()).join(' ') : ''
  return (
    <button
      type="button"
      id={itemId(item)}
      data-tone={KIND_TONES[item.kind]}
      aria-keyshortcuts={item.can_move ? 'M' : undefined}
      onClick={() => onOpen(item)}
      onPointerDown={(event) => onDrag(event, item)}
      onKeyDown={(event) => {
        if (
          !item.can_move ||
          event.key.toLowerCase() !== 'm' ||
          event.ctrlKey ||
          event.metaKey ||
          event.altKey
        )
          return
        event.preventDefault()
        onMove(item)
      }}
      style={shift ? { transform: `translate(${shift.x}px, ${shift.y}px)` } : undefined}
      className={`block w-full rounded-sm border border-line border-l-4 border-l-accent bg-paper px-2 py-1 text-left text-sm hover:border-edge hover:border-l-accent dark:bg-wash ${
        item.can_move ? 'lg:cursor-grab lg:select-none' : ''
      } ${shift ? 'pointer-events-none relative z-20 opacity-90 shadow-float' : ''}`}
    >
      <span className="block text-faint text-xs">{describeKind(item, zone)}</span>
      <span className="line-clamp-3 wrap-anywhere">{titleOf(item)}</span>
      {(codes || person) && (
        <span className="block text-faint text-xs wrap-anywhere">
          {[codes, person].filter(Boolean).join(' · ')}
        </span>
      )}
      {item.can_move && <span className="sr-only">{t('calendar.entry.movable')}</span>}
    </button>
  )
}

/** A pointer that moves less is a click. */
const CLICK_PX = 6

interface Drag {
  item: CalendarItem
  /** The distance that the pointer has come. */
  x: number
  y: number
  /** The day below it; null outside of the calendar. */
  day: string | null
}

/** Drags things to other days with a mouse or a pen. Fingers scroll instead, and have the date field and the bar for moving. */
function useDrag(onDrop: (item: CalendarItem, day: string) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const drop = useRef(onDrop)
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => () => stop.current?.(), [])

  function begin(event: React.PointerEvent, item: CalendarItem) {
    if (event.button !== 0 || event.pointerType === 'touch' || !item.can_move) return
    const { clientX, clientY, pointerId } = event
    let latest: Drag | null = null
    const listeners = new AbortController()
    const { signal } = listeners

    function end() {
      listeners.abort()
      stop.current = undefined
      latest = null
      setDrag(null)
    }
    function move(moved: PointerEvent) {
      if (moved.pointerId !== pointerId) return
      const x = moved.clientX - clientX
      const y = moved.clientY - clientY
      if (!latest && Math.hypot(x, y) < CLICK_PX) return
      latest = { item, x, y, day: dayAt(moved.clientX, moved.clientY) }
      setDrag(latest)
    }
    function release() {
      const dropped = latest
      end()
      if (!dropped) return
      // The click that follows would open what was dragged.
      const swallow = (click: Event) => {
        click.stopPropagation()
        click.preventDefault()
      }
      window.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
      if (dropped.day) drop.current(dropped.item, dropped.day)
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', release, { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', (pressed) => pressed.key === 'Escape' && end(), { signal })
    stop.current = end
  }

  return { drag, begin }
}

/** The day of the calendar at a point; what is dragged lets the pointer through. */
function dayAt(x: number, y: number): string | null {
  const day = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')
  return day?.dataset.day ?? null
}
