import { useState } from 'react'
import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { formatAge } from '#app/admin/ui/format-age.ts'
import { describeDue, STATE_NAMES } from '#app/admin/work/describe-work.ts'
import { useNameOfColleague } from '#app/admin/work/work-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { WorkItem, WorkList } from '#core/domain/my-desk.ts'

const FIRST = 10
/** Where the counts of the database end. */
const MOST_COUNTED = 1000

interface WorkSectionProps {
  id: string
  title: string
  list: WorkList
  today: string
  /** What is said instead of an empty list. */
  empty?: string
}

/** A list of articles, each with where it is, what for and until when. */
export function WorkSection({ id, title, list: { count, rows }, today, empty }: WorkSectionProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FIRST)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="flex items-baseline gap-2 border-ink border-b pb-2.5 font-semibold">
        {title}
        {count > 0 && (
          <span className="font-normal text-faint text-sm tabular-nums">
            {count >= MOST_COUNTED ? t('myDesk.many', { count }) : count}
          </span>
        )}
      </h2>
      {rows.length === 0 ? (
        <p className="pt-4 text-sm text-soft">{empty}</p>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((item) => (
            <WorkLine key={item.id} item={item} today={today} />
          ))}
        </ul>
      )}
      {shown.length < rows.length && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setIsWhole(true)}>
          {t('myDesk.showMore', { count: rows.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

function WorkLine({ item, today }: { item: WorkItem; today: string }) {
  const nameOf = useNameOfColleague()
  const member = useMember()
  const { state, next_person, next_task, next_since, next_from, due_on } = item
  const due = due_on === null ? null : describeDue(due_on, today)
  const holder =
    next_person === null
      ? state === 'handed_in' && t('work.theEditors')
      : next_person !== member.user_id && (nameOf(next_person) ?? t('work.somebody'))
  const from = next_from !== null && next_from !== member.user_id ? nameOf(next_from) : undefined
  return (
    <li className="text-sm">
      <Link
        to={editArticlePath(item)}
        className="group -mx-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-sm px-2 py-3 hover:bg-wash"
      >
        <span className="min-w-0 basis-80 grow">
          <span
            lang={item.language}
            className="block font-medium wrap-anywhere underline decoration-transparent underline-offset-4 group-hover:decoration-current"
          >
            {item.title || t('history.untitled')}
          </span>
          {next_task && (
            <span className="mt-0.5 block wrap-anywhere">{t('work.task', { task: next_task })}</span>
          )}
          <span className="mt-0.5 block text-faint wrap-anywhere">
            {[
              STATE_NAMES[state],
              holder && t('myDesk.with', { name: holder }),
              from && t('work.from', { name: from }),
            ]
              .filter(Boolean)
              .join(' · ')}
            {next_since && <> · {formatAge(next_since)}</>}
          </span>
        </span>
        {due && (
          <span className={`shrink-0 whitespace-nowrap ${due.isLate ? 'font-medium text-red' : 'text-soft'}`}>
            {due.text}
          </span>
        )}
      </Link>
    </li>
  )
}
