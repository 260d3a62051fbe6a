import { fragment } from '#server/platform/database/fragment.ts'
import type { Demand } from '#server/supabase/functions/requirement.ts'

export const NOT_SOURCED = 'There is no such article, or it rests on no sources.'

/** To have an article judged, as whoever may save it may. */
export const mayWrite = (articleId: string): Demand => ({
  condition: fragment`private.writes_article(${articleId}::uuid)`,
  refusal: 'You cannot change this article now.',
})

/** To read what an article rests on. */
export const mayRead = (articleId: string): Demand => ({
  condition: fragment`(private.is_editor() or ${articleId}::uuid in (select private.readable_drafts()))`,
  refusal: 'You do not read this article.',
})
