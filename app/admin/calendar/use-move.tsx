import { useState } from 'react'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { CALENDAR_KEY } from '#app/admin/calendar/calendar-queries.ts'
import { formatDay } from '#app/admin/calendar/format-day.ts'
import { AnswerRefusal } from '#app/admin/errors/answer-refusal.ts'
import { IDEAS_KEY } from '#app/admin/ideas/ideas-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { moveCalendarItem } from '#core/data/calendar.ts'
import { type CalendarItem, type CalendarMove, itemId, type MovableKind } from '#core/domain/calendar.ts'

const REFUSED: Record<Exclude<CalendarMove['status'], 'moved'>, string> = {
  changed: t('calendar.move.changed'),
  gone: t('calendar.move.changed'),
  already_published: t('calendar.move.published'),
  past: t('calendar.move.past'),
  too_far: t('calendar.move.tooFar'),
  unknown_zone: t('calendar.move.failed'),
  incomplete: t('calendar.move.incomplete'),
}

interface Move {
  item: CalendarItem
  to: string
}

/** Moves things to other days: shown there at once, and back again when the database refuses. */
export function useMove(zone: string) {
  const [pending, setPending] = useState<readonly Move[]>([])
  const move = useDeskMutation({
    run: (client, { item, to }: Move) =>
      moveCalendarItem(client, { ...item, kind: item.kind as MovableKind }, to, zone),
    done({ status }, { item, to }) {
      if (status !== 'moved') throw new AnswerRefusal(REFUSED[status])
      const undo = <UndoButton onUndo={() => void moveTo({ ...item, day: to }, item.day)} />
      return {
        title: t('ui.success'),
        description: (
          <>
            {t('calendar.move.done', { day: formatDay(to) })}
            {undo}
          </>
        ),
      }
    },
    invalidates: [CALENDAR_KEY, IDEAS_KEY, ARTICLES_KEY],
  })

  /** The day on which something is shown, also while it is being moved. */
  const dayOf = (item: CalendarItem) =>
    pending.findLast((one) => itemId(one.item) === itemId(item))?.to ?? item.day

  async function moveTo(item: CalendarItem, to: string): Promise<void> {
    const day = dayOf(item)
    if (to === day) return
    const one = { item: { ...item, day }, to }
    setPending((moves) => [...moves, one])
    await move.attempt(one)
    setPending((moves) => moves.filter((other) => other !== one))
  }

  return { moveTo, dayOf }
}
