import type { Client } from '#core/data/client.ts'
import {
  type ArticlePreview,
  PREVIEW_DAYS,
  PREVIEW_TOKEN_PATTERN,
  type PreviewAnswer,
  type PreviewedArticle,
} from '#core/domain/article-preview.ts'
import type { Language } from '#core/i18n/languages.ts'

/** Makes a link that shows all language versions of a story, published or not, to every visitor who has it. */
export async function createPreview(
  client: Client,
  { articleId, days = PREVIEW_DAYS }: { articleId: string; days?: number },
): Promise<PreviewAnswer> {
  const { data } = await client
    .rpc('create_article_preview', { p_article_id: articleId, p_days: days })
    .throwOnError()
  return data
}

/** The links of an article that still work, the latest first. */
export async function listPreviews(client: Client, articleId: string): Promise<ArticlePreview[]> {
  const { data } = await client
    .from('article_previews')
    .select('*')
    .eq('article_id', articleId)
    .gt('expires_at', new Date().toISOString())
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

/** The link stops working at once. */
export async function revokePreview(client: Client, id: string): Promise<void> {
  await client.from('article_previews').delete().eq('id', id).throwOnError()
}

/** The version of an article behind a link, in this language if there is one; null when the link is invalid or has expired. */
export async function findPreviewedArticle(
  client: Client,
  token: string,
  language: Language | null = null,
): Promise<PreviewedArticle | null> {
  if (!PREVIEW_TOKEN_PATTERN.test(token)) return null
  const { data } = await client
    .rpc('find_article_preview', { p_token: token, p_language: language })
    .throwOnError()
  return data
}
