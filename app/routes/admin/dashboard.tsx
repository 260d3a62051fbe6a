import { RecentArticles } from '#app/admin/dashboard/recent-articles.tsx'
import { StatCards } from '#app/admin/dashboard/stat-cards.tsx'
import { LoadError } from '#app/admin/errors/load-error.tsx'
import { adminContext } from '#app/admin/session/admin-context.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { countForDashboard, type Day, listRecentArticles } from '#core/data/dashboard.ts'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('Dashboard', matches)

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const { client } = context.get(adminContext)
  const today = dayOf(new Date())
  const [counts, articles] = await Promise.all([countForDashboard(client, today), listRecentArticles(client)])
  return { counts, articles, today: today.start }
}
clientLoader.hydrate = true as const

/** The editor's day, by the clock of this browser. */
function dayOf(now: Date): Day {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return { start: new Date(year, month, date), end: new Date(year, month, date + 1) }
}

export function ErrorBoundary() {
  return <LoadError title="Dashboard" what="The dashboard" />
}

export default function Dashboard({ loaderData: { counts, articles, today } }: Route.ComponentProps) {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="font-display font-medium text-title-lg">Dashboard</h1>
        <p className="text-faint text-sm">{today.toLocaleDateString('en-US', { dateStyle: 'full' })}</p>
      </div>
      <StatCards counts={counts} />
      <RecentArticles articles={articles} />
    </>
  )
}
