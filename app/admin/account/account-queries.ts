import { loadFactors } from '#app/admin/account/load-factors.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listMySessions } from '#core/data/accounts.ts'

export const accountKeys = {
  factors: ['account', 'factors'],
  sessions: ['account', 'sessions'],
}

export const myFactorsQuery = deskQuery(accountKeys.factors, loadFactors)
export const mySessionsQuery = deskQuery(accountKeys.sessions, listMySessions)
