import { codeOf, unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { listMySessions } from '#core/data/accounts.ts'
import { listAuthors } from '#core/data/authors.ts'
import type { Client } from '#core/data/client.ts'
import { findProfile } from '#core/data/profiles.ts'

export const accountKeys = {
  factors: ['account', 'factors'],
  sessions: ['account', 'sessions'],
}

export const myFactorsQuery = deskQuery(accountKeys.factors, loadFactors)
export const mySessionsQuery = deskQuery(accountKeys.sessions, listMySessions)

export interface MyFactors {
  authenticators: { id: string; name: string; createdAt: string }[]
  /** Authenticators whose set-up was never finished. */
  unfinishedIds: string[]
  /** The number of recovery codes that are left; null when none were made. */
  recoveryCodes: { total: number; remaining: number } | null
}

/** The second factors of the signed-in user, read from the server. */
async function loadFactors(client: Client): Promise<MyFactors> {
  const { user } = unwrap(await client.auth.getUser())
  const factors = user.factors ?? []
  const all = factors.filter(({ factor_type }) => factor_type === 'totp')
  const hasRecoveryCodes = factors.some(({ factor_type }) => factor_type === 'recovery_code')
  const verified = all.filter(({ status }) => status === 'verified')
  return {
    authenticators: verified.map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name || t('session.authenticator'),
      createdAt: created_at,
    })),
    unfinishedIds: all.filter(({ status }) => status !== 'verified').map(({ id }) => id),
    recoveryCodes: hasRecoveryCodes ? await loadRecoveryCodes(client) : null,
  }
}

async function loadRecoveryCodes(client: Client): Promise<MyFactors['recoveryCodes']> {
  const { data, error } = await client.auth.mfa.recoveryCodes.getStatus()
  if (error && codeOf(error) === 'mfa_factor_not_found') return null
  const { total, remaining } = error ? unwrap({ data, error }) : data
  return { total, remaining }
}

export const PROFILE_KEY = ['account', 'profile']

export const myProfileQuery = (userId: string) =>
  deskQuery([...PROFILE_KEY, userId], (client) => findProfile(client, userId), { live: ['profiles'] })

const MOST_AUTHORS = 100

/** The names that published articles have, to choose a byline from. */
export const knownAuthorsQuery = deskQuery([...PROFILE_KEY, 'authors'], async (client) => {
  const authors = await listAuthors(client, { language: 'en', limit: MOST_AUTHORS })
  return authors.map(({ name }) => name)
})
