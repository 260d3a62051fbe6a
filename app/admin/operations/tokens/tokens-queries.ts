import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { listAccessTokens } from '#core/data/access-tokens.ts'
import type { TokenScope } from '#core/domain/access-token.ts'

export const TOKENS_KEY = ['access-tokens']

export const tokensQuery = deskQuery(TOKENS_KEY, listAccessTokens, { live: ['access_tokens'] })

/** The texts that say what a token may do with each scope. */
export const SCOPE_TEXTS: Record<TokenScope, { name: string; hint: string }> = {
  read: { name: t('tokens.scope.read'), hint: t('tokens.scope.read.hint') },
  drafts: { name: t('tokens.scope.drafts'), hint: t('tokens.scope.drafts.hint') },
  publish: { name: t('tokens.scope.publish'), hint: t('tokens.scope.publish.hint') },
  translate: { name: t('tokens.scope.translate'), hint: t('tokens.scope.translate.hint') },
  subscribers: { name: t('tokens.scope.subscribers'), hint: t('tokens.scope.subscribers.hint') },
}
