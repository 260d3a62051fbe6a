import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listActivity } from '#core/data/activity.ts'

export const ACTIVITY_KEY = ['activity']
/** As many as the database tells at once. */
const MOST = 200

export const activityQuery = deskQuery(ACTIVITY_KEY, (client) => listActivity(client, { most: MOST }), {
  live: ['articles', 'article_workflow', 'profiles', 'user_roles'],
  isCalm: true,
  refuses: true,
})
