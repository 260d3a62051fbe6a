import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { NEWSROOM_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { UUID } from '#app/admin/kit/query/random-id.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { GroupView } from '#app/admin/newsroom/group/group-view.tsx'
import { groupQuery } from '#app/admin/newsroom/newsroom-queries.ts'

export const handle: ScreenHandle = { title: t('newsroom.story') }

/** A story in other publications. */
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
