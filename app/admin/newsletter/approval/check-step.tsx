import { useQuery } from '@tanstack/react-query'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import { Rehearsal } from '#app/admin/newsletter/approval/rehearsal.tsx'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { TestSection } from '#app/admin/newsletter/issue/test-section.tsx'
import { checkQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ChecklistProps {
  issue: NewsletterIssue
  /** Of the edition that has a step of its own. */
  own: Language
}

interface CheckStepProps {
  stored: DeskIssue
  own: Language
  /** Whether it cannot go on before it is approved. */
  mustBeApproved: boolean
}

/** The checklist, the trial run and the test of an issue. */
export function CheckStep({ stored: { issue, editions }, own, mustBeApproved }: CheckStepProps) {
  return (
    <>
      {mustBeApproved && (
        <div className="mb-8 grid grid-cols-1 gap-x-12 gap-y-8 border-line border-b pb-8 *:min-w-0 lg:grid-cols-2">
          <Checklist issue={issue} own={own} />
          <Rehearsal issue={issue} own={own} />
        </div>
      )}
      <TestSection issue={issue} languages={editions.map(({ language }) => language)} />
    </>
  )
}

/** The findings of the checklist for the present revision of the issue. */
function Checklist({ issue, own }: ChecklistProps) {
  const { flush } = useIssueDraft()
  const { data, error, isFetching, refetch } = useQuery(checkQuery(issue))
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="font-semibold">{t('newsletterSending.checklist')}</h4>
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
            {t('newsletterSending.checklist.failed', { message: describeError(error) })}
          </p>
        )}
        {data && (
          <>
            {data.findings.length > 0 ? (
              <FindingList findings={data.findings} own={own} />
            ) : (
              <p className="text-green text-sm">{t('newsletterSending.checklist.clean')}</p>
            )}
            <p className="mt-2 text-faint text-xs">
              <FilledMessage
                text={t('newsletterSending.checklist.at')}
                values={{ time: <LocalTime iso={data.at} precision="zoned" /> }}
              />{' '}
              {data.revision !== issue.revision && t('newsletterSending.checklist.changed')}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
