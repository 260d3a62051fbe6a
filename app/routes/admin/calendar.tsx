import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { AddressSection } from '#app/admin/calendar/address-section.tsx'
import { CalendarDays } from '#app/admin/calendar/calendar-days.tsx'
import { calendarQuery } from '#app/admin/calendar/calendar-queries.ts'
import { CalendarToolbar } from '#app/admin/calendar/calendar-toolbar.tsx'
import { ItemDialog } from '#app/admin/calendar/item-dialog.tsx'
import { MoveBar } from '#app/admin/calendar/move-bar.tsx'
import { useCalendarAddress } from '#app/admin/calendar/use-calendar-address.ts'
import { useMove } from '#app/admin/calendar/use-move.tsx'
import { PlanningHeading } from '#app/admin/ideas/planning-heading.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useSectionName } from '#app/admin/sections/use-sections.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import {
  type CalendarItem,
  type CalendarRhythm,
  daysOfView,
  findGaps,
  itemId,
} from '#core/domain/calendar.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('calendar.title'), matches)

/** What is planned, due, scheduled and published, day by day. */
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

  // What was moved is rendered again on another day, and in another week only once that week has been read.
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
            // After the dialog has given the focus back.
            requestAnimationFrame(() => aim(opened, opened.day))
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** What is missing; nothing when all is as usual. */
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
