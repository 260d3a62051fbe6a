import { useQuery } from '@tanstack/react-query'
import { ListHeading } from '#app/admin/articles/list-heading.tsx'
import { dashboardQuery } from '#app/admin/dashboard/dashboard-queries.ts'
import { DashboardTabs } from '#app/admin/dashboard/dashboard-tabs.tsx'
import { RecentArticles } from '#app/admin/dashboard/recent-articles.tsx'
import { RestoredNotice } from '#app/admin/dashboard/restored-notice.tsx'
import { StatCards } from '#app/admin/dashboard/stat-cards.tsx'
import { hasWaiting, WaitingSection } from '#app/admin/dashboard/waiting-section.tsx'
import { t } from '#app/admin/messages.ts'
import { DeskLinks } from '#app/admin/my-desk/desk-links.tsx'
import { MyDesk } from '#app/admin/my-desk/my-desk.tsx'
import { TranslationQueue } from '#app/admin/my-desk/translation-queue.tsx'
import { WhileYouWereAway } from '#app/admin/my-desk/while-you-were-away.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useMember } from '#app/admin/session/use-member.ts'
import { isSetUpQuery } from '#app/admin/setup/setup-queries.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { isWelcome, SetupOffer, Welcome } from '#app/admin/welcome/welcome.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const [, , desk] = matches
  const isOfMember = desk?.loaderData && desk.loaderData.member.role !== 'admin'
  return adminMeta(t(isOfMember ? 'myDesk.title' : 'dashboard.title'), matches)
}

/** What the publication needs for administrators, and what they have to do for everybody else. */
export default function Dashboard() {
  return useMember().role === 'admin' ? <DashboardOfPublication /> : <DashboardOfMember />
}

function DashboardOfMember() {
  const { role } = useMember()
  const now = new Date()
  const { data } = useQuery(dashboardQuery(now))
  // Drafts are in the lists of the desk.
  const waiting = data && { ...data.waiting, drafts: { count: 0, newest: [] } }
  return (
    <>
      <ListHeading
        title={t('myDesk.title')}
        subtitle={now.toLocaleDateString('en-US', { dateStyle: 'full' })}
      />
      <WhileYouWereAway />
      {role === 'translator' && <TranslationQueue />}
      <MyDesk />
      {role !== 'translator' && <TranslationQueue />}
      <DeskLinks />
      {waiting && hasWaiting(waiting) && (
        <div className="mt-10">
          <WaitingSection waiting={waiting} title={t('myDesk.others')} empty={null} />
        </div>
      )}
    </>
  )
}

function DashboardOfPublication() {
  const now = new Date()
  const dashboard = useQuery(dashboardQuery(now))
  const { data: isSetUp } = useQuery(isSetUpQuery)
  return (
    <>
      <ListHeading
        title={t('dashboard.title')}
        subtitle={now.toLocaleDateString('en-US', { dateStyle: 'full' })}
      />
      <DashboardTabs />
      <RestoredNotice />
      <QueryView query={dashboard} what={t('dashboard.what')} pending={<DashboardSkeleton />}>
        {({ counts, recent, firstSteps, waiting }) => (
          <>
            {isSetUp !== undefined &&
              (isWelcome({ firstSteps, counts, isSetUp }) ? (
                <Welcome {...{ firstSteps, counts, isSetUp }} />
              ) : (
                !isSetUp && !firstSteps.isDismissed && <SetupOffer />
              ))}
            <WhileYouWereAway />
            <WaitingSection waiting={waiting} />
            <StatCards counts={counts} />
            <RecentArticles articles={recent} />
          </>
        )}
      </QueryView>
    </>
  )
}

function DashboardSkeleton() {
  return (
    <>
      <Skeleton className="h-24 w-full" />
      <div className="mt-12">
        <ListSkeleton rows={5} />
      </div>
    </>
  )
}
