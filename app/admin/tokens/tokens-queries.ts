import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listAccessTokens } from '#core/data/access-tokens.ts'

export const TOKENS_KEY = ['access-tokens']

export const tokensQuery = deskQuery(TOKENS_KEY, listAccessTokens, { live: ['access_tokens'] })
