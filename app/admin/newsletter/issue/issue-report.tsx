import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { FAULT_NAMES } from '#app/admin/subscribers/subscriber-state.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { readNewsletterReport } from '#core/data/newsletter-sending.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { NewsletterReport } from '#core/domain/newsletter-sending.ts'

const NUMBER = 'py-2 pl-4 text-right tabular-nums'

type Figure = [label: string, value: number]

/** Read again whenever the sending goes on; clicks and departures are read when the report is opened. */
const newsletterReportQuery = (issueId: string) =>
  deskQuery(['newsletter', 'report', issueId], (client) => readNewsletterReport(client, issueId), {
    live: ['newsletter_issues'],
  })

/** Shows who got an issue, who left after it, and, where they are counted, the clicks on its links. */
export function IssueReport({ issue }: { issue: Pick<NewsletterIssue, 'id' | 'into_outbox'> }) {
  const query = useQuery(newsletterReportQuery(issue.id))
  return (
    <QueryView query={query} what={t('newsletterReport.what')} pending={<Skeleton className="h-48" />}>
      {(report) =>
        report ? (
          <Report report={report} intoOutbox={issue.into_outbox} />
        ) : (
          <p>{t('newsletterReport.noIssue')}</p>
        )
      }
    </QueryView>
  )
}

function Report({ report, intoOutbox }: { report: NewsletterReport; intoOutbox: boolean }) {
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
          {report.empty > 0 && (
            <p className="mt-3 max-w-prose text-sm text-soft">
              {t('newsletterReport.empty', { count: report.empty })}
            </p>
          )}
        </Part>
      )}
      {intoOutbox ? (
        <p className="max-w-prose text-sm text-soft">{t('newsletterReport.outbox')}</p>
      ) : (
        <>
          <Part title={t('newsletterReport.left.title')} note={t('newsletterReport.left.note')}>
            <FigureList figures={left} />
          </Part>
          {report.refusals.length > 0 && (
            <Part title={t('newsletterReport.refusals.title')} note={t('newsletterReport.refusals.note')}>
              <RefusalTable refusals={report.refusals} />
            </Part>
          )}
          <Part
            title={t('newsletterReport.clicks.title')}
            note={t(report.counts_clicks ? 'newsletterReport.clicks.note' : 'newsletterReport.clicks.off')}
          >
            {report.counts_clicks && <ClickTable clicks={report.clicks} />}
          </Part>
        </>
      )}
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

function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-4 sm:grid-cols-3">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-faint text-sm">{label}</dt>
          <dd className="mt-0.5 font-display font-medium text-2xl lining-nums tabular-nums">
            {value.toLocaleString('en-US')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows why mails came back, for each provider. */
function RefusalTable({ refusals }: Pick<NewsletterReport, 'refusals'>) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('newsletterReport.refusals.caption')}</caption>
      <thead>
        <tr className="border-line border-b text-left text-faint">
          <th scope="col" className="py-2 font-normal">
            {t('newsletterReport.refusals.provider')}
          </th>
          <th scope="col" className="py-2 pl-4 font-normal">
            {t('newsletterReport.refusals.reason')}
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            {t('newsletterReport.refusals.mails')}
          </th>
        </tr>
      </thead>
      <tbody>
        {refusals.map(({ domain, fault, mails }) => (
          <tr key={`${domain} ${fault}`} className="border-line border-b">
            <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
              {domain || t('newsletterReport.refusals.others')}
            </th>
            <td className="py-2 pl-4">{FAULT_NAMES[fault]}</td>
            <td className={NUMBER}>{mails.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The links of an issue, those that most people followed first. */
function ClickTable({ clicks }: Pick<NewsletterReport, 'clicks'>) {
  if (clicks.length === 0) return <p className="text-sm text-soft">{t('newsletterReport.clicks.none')}</p>
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('newsletterReport.clicks.caption')}</caption>
      <thead>
        <tr className="border-line border-b text-left text-faint">
          <th scope="col" className="py-2 font-normal">
            {t('newsletterReport.clicks.link')}
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            {t('newsletterReport.clicks.people')}
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            {t('newsletterReport.clicks.scanners')}
          </th>
        </tr>
      </thead>
      <tbody>
        {clicks.map(({ link, target, people, scanners }) => (
          <tr key={`${link} ${target}`} className="border-line border-b">
            <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
              <a href={target} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                {target}
              </a>
            </th>
            <td className={NUMBER}>{people.toLocaleString('en-US')}</td>
            <td className={NUMBER}>{scanners.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
