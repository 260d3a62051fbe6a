import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { GeneratePanel } from '#app/admin/newsletter/generate-panel.tsx'
import { HealthCheck } from '#app/admin/newsletter/health-check.tsx'
import { IssueList } from '#app/admin/newsletter/history/issue-list.tsx'
import { IssueView } from '#app/admin/newsletter/issue/issue-view.tsx'
import { MailDomainCard } from '#app/admin/newsletter/mail-domain/mail-domain-card.tsx'
import { currentIssueQuery, issueQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { GrowthChart } from '#app/admin/subscribers/growth/growth-chart.tsx'
import { SubscriberCounts } from '#app/admin/subscribers/subscriber-counts.tsx'
import { SubscribersTable } from '#app/admin/subscribers/subscribers-table.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'

/** The newsletter: the issue that is being worked on, those before it, and who gets it. */
export function NewsletterPage() {
  const current = useQuery(currentIssueQuery)
  // An issue stays here when it has been sent, so that its report can be read.
  const [openId, setOpenId] = useState<string | null>(null)
  const id = openId ?? current.data ?? null
  if (openId === null && current.data) setOpenId(current.data)
  const issue = useQuery({ ...issueQuery(id ?? ''), enabled: id !== null })
  const draftId = issue.data?.issue.status === 'draft' ? id : null
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <h1 className="font-display font-medium text-title-lg">{t('newsletter.title')}</h1>
        <Link
          to="/admin/settings#newsletter-settings"
          className={buttonStyles({ variant: 'secondary', size: 'sm' })}
        >
          {t('newsletter.settings')}
        </Link>
      </div>
      <div className="mb-8">
        <SubscriberCounts />
      </div>
      <GeneratePanel draftId={draftId} onMade={setOpenId} />
      <section aria-label={t('newsletter.current')} className="mb-12">
        <QueryView query={current} what={t('newsletter.issues.what')} pending={<ListSkeleton rows={6} />}>
          {() => id === null && <p className="text-soft">{t('newsletter.none')}</p>}
        </QueryView>
        {id !== null && (
          <QueryView query={issue} what={t('newsletter.issue.what')} pending={<ListSkeleton rows={6} />}>
            {(stored) => stored && <IssueView key={id} stored={stored} />}
          </QueryView>
        )}
      </section>
      <IssueList />
      <div className="space-y-10 border-line border-t py-8">
        <SubscribersTable />
        <GrowthChart />
      </div>
      <MailDomainCard />
      <PageSection id="health" title={t('newsletter.health')} intro={t('newsletter.health.intro')}>
        <HealthCheck />
      </PageSection>
    </>
  )
}
