import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { UUID } from '#app/admin/article/unsaved/local-copies.ts'
import { t } from '#app/admin/messages.ts'
import { GroupView } from '#app/admin/newsroom/group/group-view.tsx'
import { NEWSROOM_PATH } from '#app/admin/newsroom/newsroom-paths.ts'
import { groupQuery } from '#app/admin/newsroom/newsroom-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { BackLink } from '#app/admin/ui/back-link.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import type { Route } from './+types/newsroom-group.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('newsroom.story'), matches)

/** A story that other publications tell. */
export default function NewsroomGroup() {
  const { id = '' } = useParams()
  const isId = UUID.test(id)
  const group = useQuery({ ...groupQuery(id), enabled: isId })
  if (!isId) return <GroupGone />
  return (
    <QueryView query={group} what={t('newsroom.story.what')} pending={<ListSkeleton rows={6} />}>
      {(found) => (found ? <GroupView key={id} found={found} /> : <GroupGone />)}
    </QueryView>
  )
}

function GroupGone() {
  return (
    <>
      <BackLink to={NEWSROOM_PATH}>{t('newsroom.title')}</BackLink>
      <h1 className="font-display font-medium text-title-lg">{t('newsroom.story.gone')}</h1>
      <p className="mt-3 max-w-prose text-soft">{t('newsroom.story.gone.text')}</p>
    </>
  )
}
