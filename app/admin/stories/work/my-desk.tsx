import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, NEW_ARTICLE_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMayOpen, useMember } from '#app/admin/kit/session/member.tsx'
import { formatAge } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import {
  describeDue,
  myDeskQuery,
  STATE_NAMES,
  useNameOfColleague,
  useToday,
} from '#app/admin/stories/work/work-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { markWorkSeen } from '#core/data/article-workflow.ts'
import type { WorkItem, WorkList } from '#core/domain/article-workflow.ts'
import { hasRight } from '#core/domain/role.ts'

const FIRST = 10
/** The number at which the counts of the database end. */
const MOST_COUNTED = 1000

/** Shows what a person of the desk has to do, a section for each reason. */
export function MyDesk() {
  const today = useToday()
  // Nobody else owns articles, unless they did something else before; and who makes the newsletter hands nothing over.
  const writes = useMayOpen()(NEW_ARTICLE_PATH)
  const handsOver = hasRight(useMember(), 'read_drafts')
  const work = useQuery(myDeskQuery(today))
  useSeenWhileVisible(work.dataUpdatedAt)
  return (
    <QueryView query={work} what={t('myDesk.what')} pending={<ListSkeleton rows={6} />}>
      {({ late, waits_for_me, mine, i_wait_for }) => (
        <div className="space-y-10">
          {late.count > 0 && <WorkSection id="late" title={t('myDesk.late')} list={late} today={today} />}
          <WorkSection
            id="waits-for-me"
            title={t('myDesk.waitsForMe')}
            list={waits_for_me}
            today={today}
            empty={t('myDesk.waitsForMe.empty')}
          />
          {(writes || mine.count > 0) && (
            <WorkSection
              id="mine"
              title={t('myDesk.mine')}
              list={mine}
              today={today}
              empty={t('myDesk.mine.empty')}
            />
          )}
          {(handsOver || i_wait_for.count > 0) && (
            <WorkSection
              id="i-wait-for"
              title={t('myDesk.iWaitFor')}
              list={i_wait_for}
              today={today}
              empty={t('myDesk.iWaitFor.empty')}
            />
          )}
        </div>
      )}
    </QueryView>
  )
}

/** Marks as seen what was read here, so that it is not mailed as well. A window in the background has shown nothing yet. */
function useSeenWhileVisible(version: number) {
  const { mutate } = useDeskMutation({ run: (client) => markWorkSeen(client) })
  useEffect(() => {
    if (version === 0) return
    const see = () => document.hidden || mutate()
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [version, mutate])
}

interface WorkSectionProps {
  id: string
  title: string
  list: WorkList
  today: string
  /** The sentence instead of an empty list. */
  empty?: string
}

/** A list of articles, each with where it is, what for and until when. */
function WorkSection({ id, title, list: { count, rows }, today, empty }: WorkSectionProps) {
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
