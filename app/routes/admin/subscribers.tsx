import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { MailNotice } from '#app/admin/outbox/mail-notice.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { GrowthChart } from '#app/admin/subscribers/growth-chart.tsx'
import { SubscriberCounts } from '#app/admin/subscribers/subscriber-counts.tsx'
import { SubscribersTable } from '#app/admin/subscribers/subscribers-table.tsx'
import { BackLink } from '#app/admin/ui/back-link.tsx'
import type { Route } from './+types/subscribers.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('subscribers.page.title'), matches)

export default function Subscribers() {
  return (
    <>
      <BackLink to={NEWSLETTER_PATH}>{t('subscribers.back')}</BackLink>
      <h1 className="font-display font-medium text-title-lg">{t('subscribers.page.title')}</h1>
      <p className="mt-1.5 mb-6 max-w-prose text-sm text-soft">{t('subscribers.intro')}</p>
      <MailNotice />
      <div className="mb-10">
        <SubscriberCounts />
      </div>
      <GrowthChart />
      <SubscribersTable />
    </>
  )
}
