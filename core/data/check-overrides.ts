import type { Client } from '#core/data/client.ts'
import type { CheckOverride } from '#core/domain/check-override.ts'

export async function listCheckOverrides(client: Client, articleId: string): Promise<CheckOverride[]> {
  const { data } = await client
    .from('article_check_overrides')
    .select('*')
    .eq('article_id', articleId)
    .order('finding')
    .throwOnError()
  return data
}

/** Lets a finding stand, or gives another reason for it. */
export async function overrideFinding(
  client: Client,
  override: Pick<CheckOverride, 'article_id' | 'finding' | 'reason'>,
): Promise<void> {
  await client.from('article_check_overrides').upsert(override).throwOnError()
}

export async function withdrawOverride(client: Client, articleId: string, finding: string): Promise<void> {
  await client
    .from('article_check_overrides')
    .delete()
    .eq('article_id', articleId)
    .eq('finding', finding)
    .throwOnError()
}
