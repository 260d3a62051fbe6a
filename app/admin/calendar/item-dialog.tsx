import { useState } from 'react'
import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { KIND_NAMES, KIND_TONES, pathOf, stateOf, titleOf } from '#app/admin/calendar/describe-item.ts'
import { formatDay } from '#app/admin/calendar/format-day.ts'
import { t } from '#app/admin/messages.ts'
import { usePeople } from '#app/admin/people/names-of-people.ts'
import { formatPlanned } from '#app/admin/schedule/format-time.ts'
import { useSectionName } from '#app/admin/sections/use-sections.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { mayOpen } from '#app/admin/shell/screens.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { type CalendarItem, isDay } from '#core/domain/calendar.ts'

interface ItemDialogProps {
  item: CalendarItem
  zone: string
  onMoveTo: (day: string) => void
  onMove: () => void
  onClose: () => void
}

/** What is known of something on the calendar, where it is changed, and another day for it. */
export function ItemDialog({ item, zone, onMoveTo, onMove, onClose }: ItemDialogProps) {
  const [day, setDay] = useState(item.day)
  const [problem, setProblem] = useState('')
  const member = useMember()
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
        {mayOpen(member, pathOf(item)) && (
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
