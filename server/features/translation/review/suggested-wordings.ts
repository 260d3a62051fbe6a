import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { hashSource } from '#server/features/translation/memory.ts'
import type { Session } from '#server/platform/database/connection.ts'

export interface SuggestedWording {
  language: TranslatedLanguage
  source: string
  text: string
}

const hashOf = ({ language, source, text }: SuggestedWording) =>
  hashSource(JSON.stringify([language, source, text]))

/** Notes that a model has worded a text so. */
export async function noteSuggestion(sql: Session, wording: SuggestedWording, model: string): Promise<void> {
  await sql`
    insert into private.suggested_wordings as known (wording_hash, model) values (${hashOf(wording)}, ${model})
    on conflict (wording_hash) do update set made_at = now()`
}

/** Which models have worded these texts so, by their places in the list; nobody's are not in it. */
export async function findSuggestions(
  sql: Session,
  wordings: readonly SuggestedWording[],
): Promise<Map<number, string>> {
  if (wordings.length === 0) return new Map()
  const rows = await sql<{ place: number; model: string }[]>`
    select (place - 1)::integer as place, known.model
    from unnest(${wordings.map(hashOf)}::text[]) with ordinality as asked (hash, place)
    join private.suggested_wordings as known on known.wording_hash = asked.hash`
  return new Map(rows.map(({ place, model }) => [place, model]))
}
