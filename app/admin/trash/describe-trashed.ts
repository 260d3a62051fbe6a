import { languageName } from '#app/admin/articles/article-title.tsx'
import { t } from '#app/admin/messages.ts'
import type { TrashRow } from '#app/admin/trash/trash-queries.ts'

const DAY_MS = 86_400_000
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** 'English, Deutsch, and Français' */
export function describeLanguages(codes: readonly string[]): string {
  return LIST.format(codes.map(languageName))
}

export function describeDeleter({
  deleted_by,
  deletedByEmail,
}: Pick<TrashRow, 'deleted_by' | 'deletedByEmail'>): string {
  if (deletedByEmail) return t('trash.deletedBy', { who: deletedByEmail })
  return deleted_by === null ? t('trash.deletedByNobody') : t('trash.deletedBySomebody')
}

/** How long something stays in the trash; a day that has begun counts. */
export function describeTimeLeft(expiresAt: string, now: Date): string {
  const days = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS)
  return days > 1 ? t('trash.left.days', { count: days }) : t('trash.left.today')
}
