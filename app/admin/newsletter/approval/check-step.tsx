import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import { Rehearsal } from '#app/admin/newsletter/approval/rehearsal.tsx'
import type { Checklist } from '#app/admin/newsletter/approval/use-checklist.ts'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { TestSection } from '#app/admin/newsletter/issue/test-section.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ChecklistProps {
  checklist: Checklist
  /** Of the edition that has a step of its own. */
  own: Language
}

interface CheckStepProps extends ChecklistProps {
  stored: DeskIssue
  /** True for an issue that cannot go on before it is approved. */
  mustBeApproved: boolean
}

/** The checklist, the trial run and the test of an issue. */
export function CheckStep({ stored, checklist, own, mustBeApproved }: CheckStepProps) {
  const { issue, editions } = stored
  return (
    <>
      {mustBeApproved && (
        <div className="mb-8 grid grid-cols-1 gap-x-12 gap-y-8 border-line border-b pb-8 *:min-w-0 lg:grid-cols-2">
          <Findings checklist={checklist} own={own} />
          <Rehearsal issue={issue} own={own} />
        </div>
      )}
      <TestSection issue={issue} languages={editions.map(({ language }) => language)} />
    </>
  )
}

/** Lists the findings of the checklist in the issue as it is now. */
function Findings({ checklist: { checked, error, isBusy, run }, own }: ChecklistProps) {
  const { flush } = useIssueDraft()
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="font-semibold">{t('newsletterSending.checklist')}</h4>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isBusy}
          onClick={() => isBusy || void flush().then(run)}
        >
          {t(isBusy ? 'newsletterSending.checklist.busy' : 'newsletterSending.checklist.run')}
        </Button>
      </div>
      <div aria-live="polite" className="mt-2">
        {error && (
          <p className="text-red text-sm">
            {t('newsletterSending.checklist.failed', { message: describeError(error) })}
          </p>
        )}
        {checked && (
          <>
            {checked.findings.length > 0 ? (
              <FindingList findings={checked.findings} own={own} />
            ) : (
              <p className="text-green text-sm">{t('newsletterSending.checklist.clean')}</p>
            )}
            <p className="mt-2 text-faint text-xs">
              <FilledMessage
                text={t('newsletterSending.checklist.at')}
                values={{ time: <LocalTime iso={checked.at} precision="zoned" /> }}
              />
            </p>
          </>
        )}
      </div>
    </div>
  )
}
