import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { type TableSpec, type TableState, useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { CopyField } from '#app/admin/kit/ui/copy-button.tsx'
import { formatDays, formatMonth, languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { CALENDAR_ADDRESS_KEY, calendarAddressQuery } from '#app/admin/stories/calendar/describe-item.ts'
import { isPersonFilter } from '#app/admin/stories/ideas/ideas-table.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { renewCalendarAddress, revokeCalendarAddress } from '#core/data/calendar.ts'
import { type CalendarView, isDay, shiftDay, shiftMonth } from '#core/domain/calendar.ts'
import { isCategorySlug } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { calendarFeedPath } from '#core/paths.ts'

interface CalendarToolbarProps {
  address: CalendarAddress
  days: readonly string[]
}

/** Shows the period, the way to others, and the filters. */
export function CalendarToolbar({ address, days }: CalendarToolbarProps) {
  const { view, day, linkTo } = address
  const step = (by: -1 | 1) => linkTo({ day: view === 'week' ? shiftDay(day, 7 * by) : shiftMonth(day, by) })
  const isWeek = view === 'week'
  return (
    <>
      <search className="mb-5 flex flex-wrap gap-4">
        <CalendarFilters address={address} />
      </search>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <nav aria-label={t('calendar.nav')} className="flex gap-2">
          <Link
            to={step(-1)}
            preventScrollReset
            aria-label={isWeek ? t('calendar.nav.previousWeek') : t('calendar.nav.previousMonth')}
            className={buttonStyles({ variant: 'secondary', size: 'icon' })}
          >
            <ChevronLeft aria-hidden size={18} />
          </Link>
          <Link
            to={linkTo({ day: null })}
            preventScrollReset
            className={buttonStyles({ variant: 'secondary' })}
          >
            {t('calendar.nav.today')}
          </Link>
          <Link
            to={step(1)}
            preventScrollReset
            aria-label={isWeek ? t('calendar.nav.nextWeek') : t('calendar.nav.nextMonth')}
            className={buttonStyles({ variant: 'secondary', size: 'icon' })}
          >
            <ChevronRight aria-hidden size={18} />
          </Link>
        </nav>
        <p
          role="status"
          className="order-first min-w-0 grow basis-full font-display font-medium text-title-sm sm:order-none sm:basis-auto"
        >
          {isWeek ? formatDays(days[0] ?? day, days.at(-1) ?? day) : formatMonth(day)}
        </p>
        <nav aria-label={t('calendar.view')} className="flex gap-2">
          {(['week', 'month'] as const).map((name) => (
            <Link
              key={name}
              to={linkTo({ view: name === 'month' ? 'month' : null })}
              preventScrollReset
              aria-current={name === view ? 'page' : undefined}
              className={buttonStyles({ variant: name === view ? 'primary' : 'secondary' })}
            >
              {name === 'week' ? t('calendar.view.week') : t('calendar.view.month')}
            </Link>
          ))}
        </nav>
      </div>
    </>
  )
}

/** By person only where there is somebody else. */
function CalendarFilters({ address: { table } }: { address: CalendarAddress }) {
  const people = useColleagues().map(({ user_id, name }) => [user_id, name] as const)
  const sections = useCategoryOptions()
  const languages = useOfferedLanguages().map((code) => [code, languageName(code)] as const)
  return (
    <TableControls
      table={table}
      filters={[
        ...(people.length > 1
          ? [{ name: 'person' as const, label: t('ideas.field.person'), options: people }]
          : []),
        { name: 'section', label: t('ideas.field.section'), options: sections },
        { name: 'language', label: t('ideas.field.language'), options: languages },
      ]}
    />
  )
}

/** The member's own address at which other programs read the calendar: made, shown once, renewed and revoked. */
export function AddressSection() {
  const query = useQuery(calendarAddressQuery)
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { toast } = useToast()
  const renew = useDeskMutation({ run: renewCalendarAddress, invalidates: [CALENDAR_ADDRESS_KEY] })
  const revoke = useDeskMutation({ run: revokeCalendarAddress, invalidates: [CALENDAR_ADDRESS_KEY] })
  return (
    <div className="mt-10">
      <PageSection
        id="calendar-address"
        titleRef={heading}
        title={t('calendar.address')}
        intro={t('calendar.address.intro')}
      >
        <QueryView query={query} what={t('calendar.address.what')} pending={<ListSkeleton rows={1} />}>
          {(madeAt) => (
            <div className="space-y-4 text-sm">
              <p>
                {madeAt === null ? (
                  t('calendar.address.none')
                ) : (
                  <FilledMessage
                    text={t('calendar.address.made')}
                    values={{ time: <LocalTime iso={madeAt} precision="minute" /> }}
                  />
                )}
              </p>
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" onClick={() => setAsked('renew')}>
                  {madeAt === null ? t('calendar.address.make') : t('calendar.address.renew')}
                </Button>
                {madeAt !== null && (
                  <Button variant="secondary" onClick={() => setAsked('revoke')}>
                    {t('calendar.address.revoke')}
                  </Button>
                )}
              </div>
            </div>
          )}
        </QueryView>
      </PageSection>
      {asked === 'renew' && (
        <ConfirmDialog
          title={t('calendar.address.renew.title')}
          action={t('calendar.address.make')}
          destructive={false}
          onConfirm={async () => setSecret(await renew.mutateAsync())}
          onClose={() => setAsked(null)}
          focusAfter={heading}
        >
          <p>{query.data ? t('calendar.address.renew.warning') : t('calendar.address.make.warning')}</p>
        </ConfirmDialog>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title={t('calendar.address.revoke.title')}
          action={t('calendar.address.revoke')}
          onConfirm={async () => {
            await revoke.mutateAsync()
            toast({ title: t('ui.success'), description: t('calendar.address.revoke.done') })
          }}
          onClose={() => setAsked(null)}
          focusAfter={heading}
        >
          <p>{t('calendar.address.revoke.warning')}</p>
        </ConfirmDialog>
      )}
      {secret !== null && <NewAddress secret={secret} onClose={() => setSecret(null)} focusAfter={heading} />}
    </div>
  )
}

interface NewAddressProps {
  secret: string
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Shows the address once. */
function NewAddress({ secret, onClose, focusAfter }: NewAddressProps) {
  const { siteUrl } = useSiteData()
  const address = siteUrl + calendarFeedPath(secret)
  return (
    <ModalDialog title={t('calendar.address.new')} width="list" onClose={onClose} focusAfter={focusAfter}>
      <div className="space-y-4 text-sm">
        <p className="text-soft">{t('calendar.address.new.once')}</p>
        <CopyField
          label={t('calendar.address.new.field')}
          value={address}
          action={t('calendar.address.new.copy')}
        />
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>{t('calendar.address.new.done')}</Button>
      </div>
    </ModalDialog>
  )
}

type CalendarFilter = 'view' | 'day' | 'person' | 'section' | 'language'

/** The parameters that the address of the calendar may contain: the week without a view, today without a day. */
const CALENDAR: TableSpec<'day', CalendarFilter> = {
  sorts: ['day'],
  defaultSort: { by: 'day', descending: false },
  filters: {
    view: ['month'],
    day: isDay,
    person: isPersonFilter,
    section: isCategorySlug,
    language: LANGUAGE_CODES,
  },
  pageSize: 500,
}

interface CalendarAddress {
  table: TableState<'day', CalendarFilter>
  view: CalendarView
  /** A day of the week or of the month that is shown. */
  day: string
  linkTo: (change: Partial<Record<CalendarFilter, string | null>>) => string
  goTo: (day: string) => void
}

export function useCalendarAddress(today: string): CalendarAddress {
  const table = useTableAddress(CALENDAR)
  const { filters } = table.address
  return {
    table,
    view: filters.view === 'month' ? 'month' : 'week',
    day: filters.day ?? today,
    linkTo: (change) => table.linkTo({ filters: { ...filters, ...change } }),
    goTo: (day) => table.change({ filters: { ...filters, day } }, { replace: true }),
  }
}
