import { useState } from 'react'
import { Link } from 'react-router'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { usePeople } from '#app/admin/kit/query/colleagues.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMayOpen } from '#app/admin/kit/session/member.tsx'
import { formatDay, formatPlanned, languageName } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import { useSectionName } from '#app/admin/settings/sections/use-sections.ts'
import {
  CALENDAR_KEY,
  KIND_NAMES,
  KIND_TONES,
  pathOf,
  stateOf,
  titleOf,
} from '#app/admin/stories/calendar/describe-item.ts'
import { IDEAS_KEY } from '#app/admin/stories/ideas/ideas-table.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { moveCalendarItem } from '#core/data/calendar.ts'
import {
  type CalendarItem,
  type CalendarMove,
  isDay,
  itemId,
  type MovableKind,
} from '#core/domain/calendar.ts'

interface ItemDialogProps {
  item: CalendarItem
  zone: string
  onMoveTo: (day: string) => void
  onMove: () => void
  onClose: () => void
}

/** Shows what is known of something on the calendar, where it is changed, and another day for it. */
export function ItemDialog({ item, zone, onMoveTo, onMove, onClose }: ItemDialogProps) {
  const [day, setDay] = useState(item.day)
  const [problem, setProblem] = useState('')
  const mayOpen = useMayOpen()
  return (
    <ModalDialog title={titleOf(item)} onClose={onClose}>
      <Badge look="plain" tone={KIND_TONES[item.kind]}>
        {KIND_NAMES[item.kind]}
      </Badge>
      <ItemFacts item={item} zone={zone} />
      {item.can_move && (
        <form
          method="post"
          noValidate
          className="mt-5 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (isDay(day)) onMoveTo(day)
            else setProblem(t('calendar.item.noDay'))
          }}
        >
          <TextField
            label={t('calendar.item.day')}
            type="date"
            value={day}
            error={problem}
            onChange={(event) => setDay(event.target.value)}
            className="min-w-0 grow"
          />
          <Button type="submit" variant="secondary">
            {t('calendar.item.move')}
          </Button>
          <div className="basis-full">
            <Button variant="ghost" size="sm" className="-ml-3" onClick={onMove}>
              {t('calendar.item.moveByKeys')}
            </Button>
          </div>
        </form>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('calendar.item.close')}
        </Button>
        {mayOpen(pathOf(item)) && (
          <Link to={pathOf(item)} className={buttonStyles()}>
            {item.kind === 'idea'
              ? t('calendar.item.openIdeas')
              : item.kind === 'issue'
                ? t('calendar.item.openIssue')
                : t('calendar.item.openArticle')}
          </Link>
        )}
      </div>
    </ModalDialog>
  )
}

function ItemFacts({ item, zone }: { item: CalendarItem; zone: string }) {
  const people = usePeople()
  const sectionName = useSectionName()
  const facts = [
    [t('calendar.fact.when'), item.at ? formatPlanned(new Date(item.at), zone) : formatDay(item.day)],
    [t('calendar.fact.state'), stateOf(item)],
    [t('calendar.fact.who'), item.person ? (people.get(item.person)?.name ?? '') : ''],
    [t('calendar.fact.section'), item.section ? sectionName(item.section) : ''],
    [t('calendar.fact.languages'), item.languages.map(languageName).join(', ')],
  ].filter(([, value]) => value)
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

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
