import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { ClickTable } from '#app/admin/newsletter/report/click-table.tsx'
import { type Figure, FigureList } from '#app/admin/newsletter/report/figure-list.tsx'
import { newsletterReportQuery } from '#app/admin/newsletter/report/report-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { NewsletterReport } from '#core/domain/newsletter-report.ts'

/** Who got an issue, who left after it, and, where they are counted, the clicks on its links. */
export function IssueReport({ issueId }: { issueId: string }) {
  const query = useQuery(newsletterReportQuery(issueId))
  return (
    <QueryView query={query} what={t('newsletterReport.what')} pending={<Skeleton className="h-48" />}>
      {(report) => (report ? <Report report={report} /> : <p>{t('newsletterReport.noIssue')}</p>)}
    </QueryView>
  )
}

function Report({ report }: { report: NewsletterReport }) {
  const left: Figure[] = [
    [t('newsletterReport.unsubscribed'), report.unsubscribed],
    [t('newsletterReport.bounced'), report.bounced],
    [t('newsletterReport.complained'), report.complained],
  ]
  const languages = report.languages.map(
    ({ language, recipients }): Figure => [languageName(language), recipients],
  )
  return (
    <div className="mb-12 grid gap-8">
      {languages.length > 0 && (
        <Part title={t('newsletterReport.languages.title')}>
          <FigureList figures={languages} />
        </Part>
      )}
      <Part title={t('newsletterReport.left.title')} note={t('newsletterReport.left.note')}>
        <FigureList figures={left} />
      </Part>
      <Part
        title={t('newsletterReport.clicks.title')}
        note={t(report.counts_clicks ? 'newsletterReport.clicks.note' : 'newsletterReport.clicks.off')}
      >
        {report.counts_clicks && <ClickTable clicks={report.clicks} />}
      </Part>
    </div>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {note && <p className="mt-1 max-w-prose text-sm text-soft">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
