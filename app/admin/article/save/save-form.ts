import type { CheckedValues } from '#app/admin/article/form/check-form.ts'
import { Refusal } from '#app/admin/errors/refusal.ts'
import { identifyVisitor } from '#app/admin/session/identify-visitor.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import type { Client } from '#core/data/client.ts'
import { createArticle, type SaveOutcome, saveArticle } from '#core/data/save-article.ts'

interface SaveFormOptions {
  articleId: string
  copyId: string
  /** The version that the form began with; null for a new article. */
  since: string | null
  values: CheckedValues
  /** Whether the editor changed it; otherwise another article keeps it. */
  isFeaturedChanged: boolean
}

/**
 * Inserts or saves the article; when the session has ended, after it was renewed.
 * @throws errors that belong to no field
 */
export function saveForm(options: SaveFormOptions): Promise<SaveOutcome> {
  const { articleId: id, copyId: workingCopyId, since, values } = options
  return signedIn(async (client) => {
    const { language: _, original_article_id: __, featured, ...texts } = values
    if (since === null) {
      const all = { ...values, featured: featured && options.isFeaturedChanged }
      return requireRights(client, await createArticle(client, { id, values: all, workingCopyId }))
    }
    const changes = options.isFeaturedChanged ? { ...texts, featured } : texts
    return requireRights(client, await saveArticle(client, { id, since, values: changes, workingCopyId }))
  })
}

/** To whoever has no rights any more, row level security shows an article as if somebody else had changed or deleted it. */
async function requireRights(client: Client, outcome: SaveOutcome): Promise<SaveOutcome> {
  if (outcome.status !== 'conflict' && outcome.status !== 'gone') return outcome
  const { kind } = await identifyVisitor(client, { trustMs: 0 })
  if (kind === 'not_admin') throw new Refusal('not_admin')
  if (kind === 'needs_second_factor') throw new Refusal('insufficient_aal')
  if (kind === 'unauthenticated') throw new Refusal('session_not_found')
  return outcome
}
