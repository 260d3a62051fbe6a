import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { SECTIONS, type Section } from '#core/domain/newsletter-issue.ts'

/** The headings of the sections in an English edition, by what the words of the publication speak of. */
export const SECTION_NAMES: Record<'ai' | 'any', Record<Section, string>> = {
  ai: {
    top: t('newsletterIssue.section.top'),
    market: t('newsletterIssue.section.market'),
    research: t('newsletterIssue.section.research'),
    funding: t('newsletterIssue.section.funding'),
    opinion: t('newsletterIssue.section.opinion'),
    next: t('newsletterIssue.section.next'),
  },
  any: {
    top: t('newsletterIssue.section.top'),
    market: t('newsletterIssue.section.any.market'),
    research: t('newsletterIssue.section.any.research'),
    funding: t('newsletterIssue.section.any.funding'),
    opinion: t('newsletterIssue.section.opinion'),
    next: t('newsletterIssue.section.next'),
  },
}

/** Returns what readers of this publication see above each section. */
export function useSectionNames(): Record<Section, string> {
  const { data } = useQuery(settingsQuery)
  const names = SECTION_NAMES[data?.stored.subject ?? data?.defaults.subject ?? 'ai']
  const own = (section: Section) => data?.stored.words?.[`newsletter.issue.section.${section}`]?.en
  const pairs = SECTIONS.map((section) => [section, own(section) ?? names[section]] as const)
  return Object.fromEntries(pairs) as Record<Section, string>
}
