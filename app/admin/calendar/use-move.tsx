import { useState } from 'react'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { CALENDAR_KEY } from '#app/admin/calendar/calendar-queries.ts'
import { formatDay } from '#app/admin/calendar/format-day.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { IDEAS_KEY } from '#app/admin/ideas/ideas-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
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
  const { toast } = useToast()
  const [pending, setPending] = useState<Move | null>(null)
  const move = useDeskMutation({
    run: (client, { item, to }: Move) =>
      moveCalendarItem(client, { ...item, kind: item.kind as MovableKind }, to, zone),
    invalidates: [CALENDAR_KEY, IDEAS_KEY, ARTICLES_KEY],
  })
  const fail = (description: string) => toast({ title: t('ui.error'), description, variant: 'destructive' })

  async function moveTo(item: CalendarItem, to: string): Promise<void> {
    if (to === item.day || pending) return
    setPending({ item, to })
    try {
      const { status } = await move.mutateAsync({ item, to })
      if (status !== 'moved') return fail(REFUSED[status])
      const undo = <UndoButton onUndo={() => void moveTo({ ...item, day: to }, item.day)} />
      toast({
        title: t('ui.success'),
        description: (
          <>
            {t('calendar.move.done', { day: formatDay(to) })}
            {undo}
          </>
        ),
        beside: document.getElementById(itemId(item)),
      })
    } catch (error) {
      fail(describeError(error))
    } finally {
      setPending(null)
    }
  }

  return {
    moveTo,
    /** The day on which something is shown, also while it is being moved. */
    dayOf: (item: CalendarItem) =>
      pending && pending.item.kind === item.kind && pending.item.id === item.id ? pending.to : item.day,
  }
}
