import { t } from '#app/admin/messages.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'

/** How an edition came about and whether somebody has read it, in a word or two. */
export function EditionState({ edition, isStale }: { edition: NewsletterEdition | null; isStale: boolean }) {
  const [tone, label] = stateOf(edition, isStale)
  return (
    <Badge look="plain" tone={tone}>
      {label}
    </Badge>
  )
}

function stateOf(edition: NewsletterEdition | null, isStale: boolean): [BadgeTone, string] {
  if (!edition) return ['grey', t('newsletterIssue.state.missing')]
  if (isStale) return ['orange', t('newsletterIssue.state.stale')]
  if (edition.reviewed_at) return ['green', t('newsletterIssue.state.reviewed')]
  if (edition.origin === 'person') return ['blue', t('newsletterIssue.state.person')]
  if (edition.origin === 'rules') return ['purple', t('newsletterIssue.state.rules')]
  return [
    'purple',
    t(edition.source_hash ? 'newsletterIssue.state.translated' : 'newsletterIssue.state.model'),
  ]
}
