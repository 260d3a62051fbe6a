import type { Services } from '#server/features/services.ts'
import { countChangedSegments } from '#server/features/translation/count-changed-segments.ts'

/** Counts what was announced while nobody listened. */
export async function countStaleTranslations({ sql }: Services): Promise<void> {
  await countChangedSegments(sql)
}
