import { useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Client } from '#core/data/client.ts'
import { rehearseNewsletter } from '#core/data/newsletter-approval.ts'
import type { RehearsalReport } from '#core/domain/newsletter-checklist.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

const NUMBER = new Intl.NumberFormat('en')
const KILOBYTES = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Composes every message without sending it, and shows the report. */
export function Rehearsal({ issue, own }: { issue: NewsletterIssue; own: Language }) {
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
