import type { Readership } from '#core/domain/readership.ts'
import type { Language } from '#core/i18n/languages.ts'

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
    const others = theirs.find(({ host }) => host === '')?.views ?? 0
    const hosts = theirs.filter(({ host }) => host !== '').toSorted((a, b) => b.views - a.views)
    return [{ language, hosts, others }]
  })
}
