import { t } from '#app/admin/kit/messages.ts'
import type { Readership } from '#core/domain/readership.ts'
import type { SocialReactions } from '#core/domain/social-web.ts'
import type { Language } from '#core/i18n/languages.ts'

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })
const SMALL_PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** '1,204'. */
export const formatFigure = (figure: number): string => figure.toLocaleString('en-US')

/** '27%', and below a tenth '2.7%'; '0%' of nothing. */
export function formatShare(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole
  return (share < 0.1 ? SMALL_PERCENT : PERCENT).format(share)
}

/** The weekday of a day as YYYY-MM-DD: 'Saturday'. */
export const formatLongWeekday = (day: string): string => WEEKDAY.format(new Date(`${day}T12:00:00Z`))

/** More than a sentence can be read with; the file has all. */
const MOST_HOSTS = 5

interface WhereFrom {
  language: Language
  hosts: readonly { host: string; views: number }[]
  /** Views from hosts that are not listed. */
  others: number
}

/** The hosts that led readers of each language here, the most frequent first; languages in the order of their views. */
export function groupReferrers({
  languages,
  referrers,
}: Pick<Readership, 'languages' | 'referrers'>): WhereFrom[] {
  return languages.flatMap(({ language }) => {
    const theirs = referrers.filter((referrer) => referrer.language === language)
    if (theirs.length === 0) return []
    const named = theirs.filter(({ host }) => host !== '').toSorted((a, b) => b.views - a.views)
    const hosts = named.slice(0, MOST_HOSTS)
    const others = theirs.filter((one) => !hosts.includes(one)).reduce((sum, { views }) => sum + views, 0)
    return [{ language, hosts, others }]
  })
}

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
