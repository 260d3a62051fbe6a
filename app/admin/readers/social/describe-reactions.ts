import { t } from '#app/admin/kit/messages.ts'
import { formatFigure } from '#app/admin/readers/format-figure.ts'
import type { SocialReactions } from '#core/domain/social-web.ts'

/** '3 likes, 1 share, 2 replies', without what there is none of. */
export function describeReactions({
  likes,
  shares,
  replies,
}: Pick<SocialReactions, 'likes' | 'shares' | 'replies'>): string {
  return [
    likes > 0 && t('social.sum.likes', { count: likes, likes: formatFigure(likes) }),
    shares > 0 && t('social.sum.shares', { count: shares, shares: formatFigure(shares) }),
    replies > 0 && t('social.sum.replies', { count: replies, replies: formatFigure(replies) }),
  ]
    .filter(Boolean)
    .join(', ')
}
