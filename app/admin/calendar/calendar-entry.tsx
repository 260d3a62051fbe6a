import { describeKind, KIND_TONES, titleOf } from '#app/admin/calendar/describe-item.ts'
import { t } from '#app/admin/messages.ts'
import { usePeople } from '#app/admin/people/names-of-people.ts'
import { type CalendarItem, itemId } from '#core/domain/calendar.ts'

interface CalendarEntryProps {
  item: CalendarItem
  zone: string
  /** How far it is dragged now. */
  shift: { x: number; y: number } | null
  onOpen: (item: CalendarItem) => void
  onMove: (item: CalendarItem) => void
  onDrag: (event: React.PointerEvent, item: CalendarItem) => void
}

/** One thing of a day. A click opens what can be done with it, M moves it by keyboard. */
export function CalendarEntry({ item, zone, shift, onOpen, onMove, onDrag }: CalendarEntryProps) {
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
