import { deskQuery } from '#app/admin/query/desk-query.ts'
import { readNewsletterReport } from '#core/data/newsletter-reports.ts'

/** Read again whenever the sending goes on; clicks and departures are read when the report is opened. */
export const newsletterReportQuery = (issueId: string) =>
  deskQuery(['newsletter', 'report', issueId], (client) => readNewsletterReport(client, issueId), {
    live: ['newsletter_issues'],
  })
