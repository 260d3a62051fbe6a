import type { Readership } from '#core/domain/readership.ts'
import type { Language } from '#core/i18n/languages.ts'

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
