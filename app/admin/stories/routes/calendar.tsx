import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { formatDay, languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { useSectionName } from '#app/admin/settings/sections/use-sections.ts'
import { PlanningHeading } from '#app/admin/stories/articles/list-heading.tsx'
import { CalendarDays } from '#app/admin/stories/calendar/calendar-days.tsx'
import {
  AddressSection,
  CalendarToolbar,
  useCalendarAddress,
} from '#app/admin/stories/calendar/calendar-toolbar.tsx'
import { calendarQuery, titleOf } from '#app/admin/stories/calendar/describe-item.ts'
import { ItemDialog, useMove } from '#app/admin/stories/calendar/item-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import {
  type CalendarItem,
  type CalendarRhythm,
  daysOfView,
  findGaps,
  itemId,
  shiftDay,
} from '#core/domain/calendar.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'

/** The planned, due, scheduled and published articles and issues, day by day. */
export default function Calendar() {
  const { newsletter_zone: zone } = useSiteData()
  const [today] = useState(() => wallTimeAt(new Date(), zone).date)
  const address = useCalendarAddress(today)
  const days = daysOfView(address.view, address.day)
  const { person, section, language } = address.table.address.filters
  const window = { from: days[0] ?? today, until: days.at(-1) ?? today, zone, person, section, language }
  const query = useQuery({ ...calendarQuery(window), placeholderData: keepPreviousData })
  const [opened, setOpened] = useState<CalendarItem | null>(null)
  const [moving, setMoving] = useState<{ item: CalendarItem; target: string } | null>(null)
  const [left, setLeft] = useState<CalendarItem | null>(null)
  const { moveTo, dayOf } = useMove(zone)

  // A moved item is rendered again on another day, and in another week only once that week has been read.
  useEffect(() => {
    if (!left || query.isFetching) return
    const entry = document.getElementById(itemId(left))
    const isElsewhere = document.activeElement !== document.body
    if (!isElsewhere) entry?.focus()
    if (entry || isElsewhere) setLeft(null)
  })

  function aim(item: CalendarItem, target: string) {
    setMoving({ item, target })
    if (!days.includes(target)) address.goTo(target)
  }

  return (
    <>
      <PlanningHeading title={t('calendar.title')} />
      <CalendarToolbar address={address} days={days} />
      <QueryView query={query} what={t('calendar.what')} pending={<ListSkeleton rows={6} />}>
        {({ items, has_more, rhythm }) => (
          <>
            <GapsNotice rhythm={rhythm} />
            {has_more && <Notice className="mb-6">{t('calendar.hasMore')}</Notice>}
            <CalendarDays
              view={address.view}
              days={days}
              day={address.day}
              today={today}
              zone={zone}
              items={items}
              dayOf={dayOf}
              target={moving?.target ?? null}
              onOpen={setOpened}
              onMove={(item) => aim(item, item.day)}
              onDrop={(item, day) => void moveTo(item, day)}
            />
            {items.length === 0 && <p className="mt-4 text-sm text-soft">{t('calendar.empty')}</p>}
          </>
        )}
      </QueryView>
      {moving && (
        <MoveBar
          item={moving.item}
          target={moving.target}
          onTarget={(target) => aim(moving.item, target)}
          onDone={() => {
            void moveTo(moving.item, moving.target).then(() => setLeft(moving.item))
            setMoving(null)
          }}
          onCancel={() => {
            address.goTo(moving.item.day)
            setMoving(null)
            setLeft(moving.item)
          }}
        />
      )}
      <p className="mt-3 text-faint text-sm max-lg:hidden">
        {query.data?.items.some(({ can_move }) => can_move) && `${t('calendar.keys')} `}
        {t('calendar.zone', { zone })}
      </p>
      <AddressSection />
      {opened && (
        <ItemDialog
          item={opened}
          zone={zone}
          onMoveTo={(day) => {
            setOpened(null)
            void moveTo(opened, day).then(() => setLeft(opened))
          }}
          onMove={() => {
            setOpened(null)
            // The focus is set after the dialog has given it back.
            requestAnimationFrame(() => aim(opened, opened.day))
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** A notice of gaps in the usual rhythm; nothing without one. */
function GapsNotice({ rhythm }: { rhythm: CalendarRhythm }) {
  const sectionName = useSectionName()
  const gaps = findGaps(rhythm, new Date())
  if (gaps.length === 0) return null
  return (
    <Notice tone="warning" title={t('calendar.gaps')} className="mb-6">
      <ul>
        {gaps.map((gap) =>
          gap.kind === 'section' ? (
            <li key={gap.section}>{t('calendar.gap.section', { section: sectionName(gap.section) })}</li>
          ) : (
            <li key={gap.language}>
              {t('calendar.gap.language', {
                language: languageName(gap.language),
                count: gap.days,
              })}
            </li>
          ),
        )}
      </ul>
    </Notice>
  )
}

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
function MoveBar({ item, target, onTarget, onDone, onCancel }: MoveBarProps) {
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
