import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { identifyVisitor } from '#app/admin/kit/session/identify-visitor.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import type { CheckedValues } from '#app/admin/stories/article-form/article-form.ts'
import type { Client } from '#core/data/client.ts'
import { createArticle, type SaveOutcome, saveArticle } from '#core/data/save-article.ts'

interface SaveFormOptions {
  articleId: string
  workingCopyIds: string[]
  /** The version that the form began with; null for a new article. */
  since: string | null
  values: CheckedValues
  /** True if the editor changed it; otherwise it is not written. */
  isFeaturedChanged: boolean
}

/**
 * Inserts or saves the article; when the session has ended, after it was renewed.
 * @throws errors that belong to no field
 */
export function saveForm(options: SaveFormOptions): Promise<SaveOutcome> {
  const { articleId: id, workingCopyIds, since, values } = options
  return signedIn(async (client) => {
    const { language: _, original_article_id: __, featured, ...texts } = values
    if (since === null) {
      const all = { ...values, featured: featured && options.isFeaturedChanged }
      return requireRights(client, await createArticle(client, { id, values: all, workingCopyIds }))
    }
    const changes = options.isFeaturedChanged ? { ...texts, featured } : texts
    return requireRights(client, await saveArticle(client, { id, since, values: changes, workingCopyIds }))
  })
}

/** For a user without rights, row level security hides the article, which looks like a conflict or a deletion. */
async function requireRights(client: Client, outcome: SaveOutcome): Promise<SaveOutcome> {
  if (outcome.status !== 'conflict' && outcome.status !== 'gone') return outcome
  const { kind } = await identifyVisitor(client, { trustMs: 0 })
  if (kind === 'not_member') throw new Refusal('not_member')
  if (kind === 'needs_second_factor') throw new Refusal('insufficient_aal')
  if (kind === 'unauthenticated') throw new Refusal('session_not_found')
  return outcome
}
