import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { formatDays, formatMonth } from '#app/admin/calendar/format-day.ts'
import type { CalendarAddress } from '#app/admin/calendar/use-calendar-address.ts'
import { t } from '#app/admin/messages.ts'
import { useColleagues } from '#app/admin/people/names-of-people.ts'
import { useCategoryOptions } from '#app/admin/sections/use-sections.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { TableControls } from '#app/admin/table/table-controls.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { shiftDay, shiftMonth } from '#core/domain/calendar.ts'

interface CalendarToolbarProps {
  address: CalendarAddress
  days: readonly string[]
}

/** Which days are shown, the way to others, and the filters. */
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
