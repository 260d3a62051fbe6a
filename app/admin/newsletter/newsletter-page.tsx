import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { GeneratePanel } from '#app/admin/newsletter/generate-panel.tsx'
import { IssueView } from '#app/admin/newsletter/issue/issue-view.tsx'
import { IssueList } from '#app/admin/newsletter/issue-list.tsx'
import { MailDomainCard } from '#app/admin/newsletter/mail-domain-card.tsx'
import {
  currentIssueQuery,
  describeFailure,
  issueQuery,
  useNewsletterCall,
} from '#app/admin/newsletter/newsletter-queries.ts'
import { MailNotice } from '#app/admin/outbox/mail-notice.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { GrowthChart } from '#app/admin/subscribers/growth-chart.tsx'
import { SubscriberCounts } from '#app/admin/subscribers/subscriber-counts.tsx'
import { SubscribersTable } from '#app/admin/subscribers/subscribers-table.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { checkNewsletterHealth } from '#core/data/newsletter-sending.ts'
import type { MailHealth } from '#core/domain/newsletter-sending.ts'

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
          to="/admin/settings/newsletter-settings"
          className={buttonStyles({ variant: 'secondary', size: 'sm' })}
        >
          {t('newsletter.settings')}
        </Link>
      </div>
      <MailNotice />
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

/** Asks whether newsletters can leave, and shows the answer. */
function HealthCheck() {
  const { toast } = useToast()
  const check = useNewsletterCall(checkNewsletterHealth)
  const [health, setHealth] = useState<MailHealth | null>(null)

  async function ask() {
    if (check.isPending) return
    setHealth(null)
    try {
      setHealth(await check.mutateAsync())
    } catch (error) {
      toast({
        title: t('newsletter.health.failed', { message: describeFailure(error) }),
        variant: 'destructive',
      })
    }
  }

  return (
    <div className="space-y-4">
      <Button variant="secondary" size="sm" aria-disabled={check.isPending} onClick={() => void ask()}>
        {check.isPending ? t('newsletter.health.busy') : t('newsletter.health.action')}
      </Button>
      <div role="status">{health && <HealthNotice health={health} />}</div>
    </div>
  )
}

function HealthNotice({ health: { transport, hasResendKey } }: { health: MailHealth }) {
  return (
    <Notice
      tone={transport.ok ? (transport.kind === 'outbox' ? 'warning' : 'plain') : 'problem'}
      title={titleOf(transport)}
    >
      {transport.kind === 'outbox' && <p className="mb-2">{t('newsletter.health.outboxText')}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <dt className="text-faint">{t('newsletter.health.transport')}</dt>
        <dd className="wrap-anywhere">
          {transport.kind} · {transport.description}
        </dd>
        <dt className="text-faint">{t('newsletter.health.resend')}</dt>
        <dd>{t(hasResendKey ? 'newsletter.health.hasKey' : 'newsletter.health.noKey')}</dd>
      </dl>
      {transport.problem && <p className="wrap-anywhere">{transport.problem}</p>}
    </Notice>
  )
}

/** The outbox stores every mail and delivers none. */
function titleOf({ kind, ok }: MailHealth['transport']): string {
  if (!ok) return t('newsletter.health.problem')
  return t(kind === 'outbox' ? 'newsletter.health.outbox' : 'newsletter.health.ok')
}
