import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { troubledMailsQuery } from '#app/admin/outbox/outbox-queries.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { splitLinkedText } from '#core/i18n/translator.ts'

/** Says how many mails failed or may not have arrived; renders nothing when there are none. */
export function TroubledNotice({ to, onFollow }: { to: string; onFollow: () => void }) {
  const { data: count = 0 } = useQuery(troubledMailsQuery)
  if (count === 0) return null
  const { before, link, after } = splitLinkedText(t('outbox.troubled.body'))
  return (
    <Notice tone="warning" className="mb-6" title={t('outbox.troubled.title', { count })}>
      <p>
        {before}
        <Link to={to} preventScrollReset onClick={onFollow} className="text-ink underline underline-offset-4">
          {link}
        </Link>
        {after}
      </p>
    </Notice>
  )
}
