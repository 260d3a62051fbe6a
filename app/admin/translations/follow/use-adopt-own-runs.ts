import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFollowing } from '#app/admin/translations/follow/follow-translations.tsx'
import { lastRunsQuery, ownIdQuery } from '#app/admin/translations/translations-queries.ts'

/** Goes on following what the editor asked for before the tab was loaded anew, and is still being done. */
export function useAdoptOwnRuns(articleId: string): void {
  const { data: runs } = useQuery(lastRunsQuery(articleId))
  const { data: ownId } = useQuery(ownIdQuery)
  const { followed, follow } = useFollowing()
  const adopted = useRef<string | null>(null)
  useEffect(() => {
    if (!runs || !ownId || adopted.current === articleId) return
    adopted.current = articleId
    const own = runs.filter(
      ({ status, requested_by, language }) =>
        requested_by === ownId &&
        (status === 'queued' || status === 'running') &&
        !followed.some((one) => one.articleId === articleId && one.language === language),
    )
    if (own.length > 0) follow(own.map(({ language }) => ({ articleId, language, after: null })))
  }, [runs, ownId, followed, follow, articleId])
}
