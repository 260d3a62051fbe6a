import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { WorkSection } from '#app/admin/my-desk/work-section.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { useMayOpen } from '#app/admin/shell/screen-link.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { useToday } from '#app/admin/work/use-today.ts'
import { myDeskQuery } from '#app/admin/work/work-queries.ts'
import { markWorkSeen } from '#core/data/article-workflow.ts'

/** What a person of the desk has to do, a section for each reason. */
export function MyDesk() {
  const today = useToday()
  // Nobody else owns articles, unless they did something else before; and who makes the newsletter hands nothing over.
  const writes = useMayOpen(NEW_ARTICLE_PATH)
  const handsOver = useMember().role !== 'newsletter'
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

/** What was read here is not mailed as well. A window in the background has shown nothing yet. */
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
