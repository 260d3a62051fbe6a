import { Link, useNavigate } from 'react-router'
import { describeShortcut } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { reviewPath } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import type { Column } from '#app/admin/kit/table/data-table.tsx'
import { formatShortDay, languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { AssignedTo, ClaimLine } from '#app/admin/languages/translation-queue/claim-line.tsx'
import {
  describeWhy,
  type QueueSort,
  TRANSLATION_QUEUE_KEY,
} from '#app/admin/languages/translation-queue/translation-queue-table.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { takeNextTranslation } from '#core/data/translation-claims.ts'
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
      to={reviewPath({ originalId: waiting.original_id, language: waiting.language })}
      className="line-clamp-3 underline decoration-transparent underline-offset-4 hover:decoration-current"
    >
      {nameOf(waiting)}
    </Link>
  )
}

/** Says why it waits, how late it is, and for whom. */
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

const SHORTCUT = 'Mod-Alt-n'

/** Takes what is next, in one language or in all of the translator's, and opens it. Also by a key. */
export function TakeNext({ language }: { language: string | null }) {
  const navigate = useNavigate()
  const taking = useDeskMutation({
    run: (client, asked: string | null) => takeNextTranslation(client, asked),
    done(taken) {
      if (taken.status === 'nothing') return { title: t('translationQueue.nothing') }
      if (taken.status === 'enough')
        return { title: t('translationQueue.enough', { most: taken.most }), variant: 'destructive' }
      return navigate(reviewPath({ originalId: taken.original_id, language: taken.language }))
    },
    invalidates: [TRANSLATION_QUEUE_KEY],
  })
  const take = () => taking.isPending || void taking.attempt(language)

  useShortcuts([{ key: 'n', alt: true, run: () => void take() }])
  const { shown, aria } = describeShortcut(SHORTCUT)
  const label = language
    ? t('translationQueue.takeNext.in', { language: languageName(language) })
    : t('translationQueue.takeNext')
  return (
    <Button
      size="sm"
      title={`${label} (${shown})`}
      aria-keyshortcuts={aria}
      aria-disabled={taking.isPending}
      onClick={take}
    >
      {taking.isPending ? t('translationQueue.takeNext.busy') : label}
    </Button>
  )
}
