import { useQuery } from '@tanstack/react-query'
import { ListHeading } from '#app/admin/articles/list-heading.tsx'
import { dashboardQuery } from '#app/admin/dashboard/dashboard-queries.ts'
import { RecentArticles } from '#app/admin/dashboard/recent-articles.tsx'
import { RestoredNotice } from '#app/admin/dashboard/restored-notice.tsx'
import { StatCards } from '#app/admin/dashboard/stat-cards.tsx'
import { WaitingSection } from '#app/admin/dashboard/waiting-section.tsx'
import { t } from '#app/admin/messages.ts'
import { WhileYouWereAway } from '#app/admin/my-desk/while-you-were-away.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { isSetUpQuery } from '#app/admin/setup/setup-queries.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { isWelcome, SetupOffer, Welcome } from '#app/admin/welcome/welcome.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('dashboard.title'), matches)

export default function Dashboard() {
  const now = new Date()
  const dashboard = useQuery(dashboardQuery(now))
  const { data: isSetUp } = useQuery(isSetUpQuery)
  return (
    <>
      <ListHeading
        title={t('dashboard.title')}
        subtitle={now.toLocaleDateString('en-US', { dateStyle: 'full' })}
      />
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
