import { useEffect, useRef } from 'react'
import { titleOf } from '#app/admin/calendar/describe-item.ts'
import { formatDay } from '#app/admin/calendar/format-day.ts'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { type CalendarItem, shiftDay } from '#core/domain/calendar.ts'

interface MoveBarProps {
  item: CalendarItem
  /** The day on which it would be put. */
  target: string
  onTarget: (day: string) => void
  onDone: () => void
  onCancel: () => void
}

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
])

/** Moves something without a pointer: arrow keys choose the day, Enter puts it there, Escape leaves it where it is. */
export function MoveBar({ item, target, onTarget, onDone, onCancel }: MoveBarProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <fieldset
      aria-label={t('calendar.bar.label', { title: titleOf(item) })}
      onKeyDown={(event) => {
        const step = STEPS.get(event.key)
        if (step !== undefined) onTarget(shiftDay(target, step))
        else if (event.key === 'Escape') onCancel()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      className="sticky bottom-0 z-10 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border border-edge bg-paper p-3 shadow-float dark:bg-wash"
    >
      <p className="min-w-0 grow basis-60 text-sm">
        <span className="block font-semibold wrap-anywhere">{titleOf(item)}</span>
        <span className="block">{formatDay(target)}</span>
        <span className="block text-faint text-xs max-md:hidden">{t('calendar.bar.keys')}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => onTarget(shiftDay(target, -1))}>
          {t('calendar.bar.earlier')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => onTarget(shiftDay(target, 1))}>
          {t('calendar.bar.later')}
        </Button>
        <Button ref={button} size="sm" onClick={onDone}>
          {t('calendar.bar.put')}
        </Button>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
      <Announcement>{t('calendar.bar.announce', { day: formatDay(target) })}</Announcement>
    </fieldset>
  )
}
