import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { formatShortDay } from '#app/admin/calendar/format-day.ts'
import { t } from '#app/admin/messages.ts'
import type { Column } from '#app/admin/table/data-table.tsx'
import { ClaimLine } from '#app/admin/translation-queue/claim-line.tsx'
import { AssignedTo } from '#app/admin/translation-queue/review-claim.tsx'
import {
  describeWhy,
  languageOf,
  type QueueSort,
} from '#app/admin/translation-queue/translation-queue-table.ts'
import { reviewPath } from '#app/admin/translations/translation-paths.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { QueuedTranslation } from '#core/domain/translation-claim.ts'

/** The columns of the queue. */
export const QUEUE_COLUMNS: Column<QueuedTranslation, QueueSort>[] = [
  {
    name: t('translationQueue.column.title'),
    isHeader: true,
    cell: (waiting) => <QueuedTitle waiting={waiting} />,
  },
  {
    name: t('translationQueue.column.language'),
    width: 'xl:w-28',
    className: 'max-xl:mt-1.5',
    cell: ({ language }) => languageName(language),
  },
  {
    name: t('translationQueue.column.reason'),
    width: 'xl:w-52',
    className: 'max-xl:mt-0.5 text-soft',
    cell: (waiting) => <Reasons waiting={waiting} />,
  },
  {
    name: t('translationQueue.column.since'),
    width: 'xl:w-29',
    className: 'max-xl:mt-0.5 text-faint xl:whitespace-nowrap',
    cell: ({ since }) => <LocalTime iso={since} precision="day" />,
  },
  {
    name: t('translationQueue.column.who'),
    width: 'xl:w-64',
    className: 'max-xl:mt-1.5 max-xl:basis-full',
    cell: (waiting) => <ClaimLine waiting={waiting} />,
  },
]

/** The title of the original, as a link to the translation. */
export function QueuedTitle({ waiting }: { waiting: QueuedTranslation }) {
  return (
    <Link
      to={reviewPath({ originalId: waiting.original_id, language: languageOf(waiting) })}
      className="line-clamp-3 underline decoration-transparent underline-offset-4 hover:decoration-current"
    >
      {nameOf(waiting)}
    </Link>
  )
}

/** Why it waits, how late it is, and for whom. */
export function Reasons({ waiting }: { waiting: QueuedTranslation }) {
  const { is_late, due_on } = waiting
  return (
    <ul>
      {is_late && due_on && (
        <li className="flex flex-wrap items-center gap-x-2">
          <Badge look="plain" tone="red">
            {t('translationQueue.late')}
          </Badge>
          {t('translationQueue.due', { day: formatShortDay(due_on) })}
        </li>
      )}
      {describeWhy(waiting).map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
      {waiting.assigned_to && (
        <li>
          <AssignedTo {...waiting} />
        </li>
      )}
    </ul>
  )
}
