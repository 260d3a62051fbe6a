import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { describeReactions, formatFigure } from '#app/admin/readers/format-figure.ts'
import { articleViewsQuery, useCountsPageViews } from '#app/admin/readers/readers-queries.ts'
import { articleReactionsQuery, useIsOnSocialWeb } from '#app/admin/readers/social/social-queries.ts'
import { isEditor } from '#core/domain/role.ts'

/**
 * Returns how often each article of a list was read in the last 30 days, for editors. Its place is kept until it is known, so that nothing
 * moves; where nothing is counted it is null.
 */
export function useArticleViews(articleIds: readonly string[]): (articleId: string) => React.ReactNode {
  const isCounting = useCountsPageViews()
  const isShown = isEditor(useMember()) && isCounting
  const { data } = useQuery({
    ...articleViewsQuery(articleIds),
    enabled: isShown && articleIds.length > 0,
    placeholderData: keepPreviousData,
  })
  return (articleId) => {
    if (!isShown) return null
    const views = data?.get(articleId) ?? 0
    return (
      <span className="inline-block min-w-36 whitespace-nowrap tabular-nums">
        {data && t('readers.inList', { count: views, views: formatFigure(views) })}
      </span>
    )
  }
}

/** Returns what others did on the social web with each article of a list, for editors; null where that is nothing. */
export function useArticleReactions(articleIds: readonly string[]): (articleId: string) => React.ReactNode {
  const isOn = useIsOnSocialWeb()
  const isShown = isEditor(useMember()) && isOn === true && articleIds.length > 0
  const { data } = useQuery({
    ...articleReactionsQuery(articleIds),
    enabled: isShown,
    placeholderData: keepPreviousData,
  })
  return (articleId) => {
    const found = isShown && data?.find(({ article_id }) => article_id === articleId)
    return found ? <span className="tabular-nums">{describeReactions(found)}</span> : null
  }
}
