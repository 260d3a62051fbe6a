import { ARTICLES_KEY, LIVE } from '#app/admin/articles/articles-queries.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { type Day, loadDashboard } from '#core/data/dashboard.ts'
import { loadAttention } from '#core/data/desk-attention.ts'

/** The numbers and the newest articles. Today is the day in the browser's time zone. */
export function dashboardQuery(now: Date) {
  const today = dayOf(now)
  return deskQuery(
    [...ARTICLES_KEY, 'dashboard', today.start.toISOString()],
    (client) => loadDashboard(client, today),
    LIVE,
  )
}

/** Schedules that did not work out, and what this editor has not saved. */
export const attentionQuery = deskQuery([...ARTICLES_KEY, 'attention'], loadAttention, LIVE)

function dayOf(now: Date): Day {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return { start: new Date(year, month, date), end: new Date(year, month, date + 1) }
}
