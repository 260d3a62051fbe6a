import { t } from '#app/admin/messages.ts'
import type { Section } from '#core/domain/newsletter-issue.ts'

export const SECTION_NAMES: Record<Section, string> = {
  top: t('newsletterIssue.section.top'),
  market: t('newsletterIssue.section.market'),
  research: t('newsletterIssue.section.research'),
  funding: t('newsletterIssue.section.funding'),
  opinion: t('newsletterIssue.section.opinion'),
  next: t('newsletterIssue.section.next'),
}
