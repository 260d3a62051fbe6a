import { useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Announcement, FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import { TestSection } from '#app/admin/newsletter/approval/test-section.tsx'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { type Checklist, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Client } from '#core/data/client.ts'
import { rehearseNewsletter } from '#core/data/newsletter-approval.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { RehearsalReport } from '#core/domain/newsletter-checklist.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

const NUMBER = new Intl.NumberFormat('en')
const KILOBYTES = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

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

/** Composes every message without sending it, and shows the report. */
function Rehearsal({ issue, own }: { issue: NewsletterIssue; own: Language }) {
  const { flush } = useIssueDraft()
  const [report, setReport] = useState<RehearsalReport | null>(null)
  const [problem, setProblem] = useState('')
  const rehearse = useNewsletterCall(
    async (client: Client, id: string) => {
      await flush()
      return rehearseNewsletter(client, id)
    },
    {
      done: setReport,
      failed: (message) => setProblem(t('newsletterSending.rehearsal.failed', { message })),
    },
  )

  function run() {
    if (rehearse.isPending) return
    setProblem('')
    void rehearse.attempt(issue.id)
  }

  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="font-semibold">{t('newsletterSending.rehearsal')}</h4>
        <Button variant="secondary" size="sm" aria-disabled={rehearse.isPending} onClick={run}>
          {t(rehearse.isPending ? 'newsletterSending.rehearsal.busy' : 'newsletterSending.rehearsal.run')}
        </Button>
      </div>
      {problem && <p className="mt-2 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      <div aria-live="polite">
        {report ? (
          <Report report={report} own={own} isOutdated={report.revision !== issue.revision} />
        ) : (
          <p className="mt-2 text-faint text-sm">{t('newsletterSending.rehearsal.hint')}</p>
        )}
      </div>
    </div>
  )
}

interface ReportProps {
  report: RehearsalReport
  own: Language
  isOutdated: boolean
}

function Report({ report, own, isOutdated }: ReportProps) {
  const { audience, empty, editions, deadLinks, findings, milliseconds } = report
  return (
    <div className="mt-3 space-y-3 text-sm">
      {isOutdated && <p className="text-orange">{t('newsletterSending.rehearsal.outdated')}</p>}
      <p>
        {t('newsletterSending.rehearsal.result', {
          count: audience,
          messages: NUMBER.format(audience),
          seconds: (milliseconds / 1000).toLocaleString('en', { maximumFractionDigits: 1 }),
        })}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full text-left tabular-nums">
          <thead className="text-faint text-xs">
            <tr>
              <th className="py-1.5 pr-4 font-normal">{t('newsletterSending.rehearsal.edition')}</th>
              <th className="py-1.5 pr-4 text-right font-normal">
                {t('newsletterSending.rehearsal.recipients')}
              </th>
              <th className="py-1.5 pr-4 text-right font-normal">
                {t('newsletterSending.rehearsal.fallbacks')}
              </th>
              <th className="py-1.5 text-right font-normal">{t('newsletterSending.rehearsal.size')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {editions.map(({ language, recipients, fallbacks, bytes }) => (
              <tr key={language}>
                <th className="py-1.5 pr-4 font-medium">{languageName(language)}</th>
                <td className="py-1.5 pr-4 text-right">{NUMBER.format(recipients)}</td>
                <td className="py-1.5 pr-4 text-right">{NUMBER.format(fallbacks)}</td>
                <td className="py-1.5 text-right">
                  {t('newsletterSending.rehearsal.kilobytes', { size: KILOBYTES.format(bytes / 1024) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {empty > 0 && <p className="text-soft">{t('newsletterSending.rehearsal.empty', { count: empty })}</p>}
      <p className={deadLinks.length > 0 ? 'text-red' : 'text-soft'}>
        {t('newsletterSending.rehearsal.deadLinks', { count: deadLinks.length })}
      </p>
      <FindingList findings={findings} own={own} />
    </div>
  )
}
