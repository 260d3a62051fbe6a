import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMember } from '#app/admin/session/use-member.ts'
import { describeReactions } from '#app/admin/social/describe-reactions.ts'
import { articleReactionsQuery, useIsOnSocialWeb } from '#app/admin/social/social-queries.ts'
import { isEditor } from '#core/domain/role.ts'

/** What others did on the social web with each article of a list, for editors; null where that is nothing. */
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
