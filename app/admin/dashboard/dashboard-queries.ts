import { ARTICLES_KEY, LIVE } from '#app/admin/articles/articles-table.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { type Day, loadDashboard } from '#core/data/dashboard.ts'

/** All that the dashboard shows. Today is the day in the browser's time zone. */
export function dashboardQuery(now: Date) {
  const today = dayOf(now)
  return deskQuery(
    [...ARTICLES_KEY, 'dashboard', today.start.toISOString()],
    (client) => loadDashboard(client, today),
    { ...LIVE, refuses: true },
  )
}

function dayOf(now: Date): Day {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return { start: new Date(year, month, date), end: new Date(year, month, date + 1) }
}
