import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import { useKeptIssue } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { checkQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { describeFailure } from '#app/admin/newsletter/newsletter-refusal.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ChecklistProps {
  issue: NewsletterIssue
  onShow: (language: Language) => void
}

/** What speaks against sending the issue as it is. */
export function Checklist({ issue, onShow }: ChecklistProps) {
  const { flush } = useKeptIssue()
  const { data, error, isFetching, refetch } = useQuery(checkQuery(issue))
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium text-sm">{t('newsletterSending.checklist')}</h3>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isFetching}
          onClick={() => isFetching || void flush().then(() => refetch())}
        >
          {t(isFetching ? 'newsletterSending.checklist.busy' : 'newsletterSending.checklist.run')}
        </Button>
      </div>
      <div aria-live="polite" className="mt-2">
        {error && (
          <p className="text-red text-sm">
            {t('newsletterSending.checklist.failed', { message: describeFailure(error) })}
          </p>
        )}
        {data && (
          <>
            {data.findings.length > 0 ? (
              <FindingList findings={data.findings} onShow={onShow} />
            ) : (
              <p className="text-green text-sm">{t('newsletterSending.checklist.clean')}</p>
            )}
            <p className="mt-2 text-faint text-xs">
              <FilledMessage
                text={t('newsletterSending.checklist.at')}
                values={{ time: <LocalTime iso={data.at} precision="minute" /> }}
              />{' '}
              {data.revision !== issue.revision && t('newsletterSending.checklist.changed')}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
