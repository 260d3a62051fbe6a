import { deskQuery } from '#app/admin/query/desk-query.ts'
import { loadFirstSteps } from '#core/data/first-steps.ts'

export const WELCOME_KEY = ['welcome']

export const firstStepsQuery = deskQuery(WELCOME_KEY, loadFirstSteps, {
  live: ['settings', 'articles', 'user_roles'],
})
