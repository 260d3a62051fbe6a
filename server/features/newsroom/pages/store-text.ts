import type { NewsText } from '#core/domain/news-item.ts'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

/** Of one text; further ones are not kept. */
export const MAX_SENTENCES = 5_000

export type ItemText = NewsText & { itemId: string }

/** Keeps the text of an item in sentences, unless there is one already, whose numbers somebody may have seen. Returns what is kept. */
export async function storeText(
  sql: Session,
  itemId: string,
  { text, language, notice }: { text: string } & Pick<NewsText, 'language' | 'notice'>,
): Promise<ItemText> {
  const sentences = await cutIntoSentences(text, language)
  await sql`
    insert into private.news_texts (item_id, text, language, sentences, notice)
    values (${itemId}, ${text}, ${language}, ${sentences}, ${notice})
    on conflict (item_id) do nothing`
  const stored = await findText(sql, itemId)
  if (!stored) throw new Error('A text was removed while it was stored')
  return stored
}

export async function findText(sql: Session, itemId: string): Promise<ItemText | null> {
  const [kept] = await sql<ItemText[]>`
    select item_id as "itemId", language, sentences, fetched_at, notice from private.news_texts where item_id = ${itemId}`
  return kept ?? null
}

/** The sentences that can be cited: those with words. */
export async function cutIntoSentences(text: string, language: string | null): Promise<string[]> {
  const cut = await offTurn('core/newsroom/cut-sentences.ts#cutSentences', cutSentences, text, language)
  return cut
    .map((sentence) => sentence.text)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .slice(0, MAX_SENTENCES)
}
