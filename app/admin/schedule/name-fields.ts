import { t } from '#app/admin/messages.ts'
import type { ArticleField } from '#core/domain/article-violation.ts'

const NAMES = new Map<string, string>([
  ['title', t('schedule.field.title')],
  ['excerpt', t('schedule.field.excerpt')],
  ['content', t('schedule.field.content')],
  ['author', t('schedule.field.author')],
  ['reading_time', t('schedule.field.readingTime')],
] satisfies [ArticleField, string][])

/** The names of fields in a sentence, such as 'title, content'. */
export function nameFields(fields: readonly string[]): string {
  return fields.map((field) => NAMES.get(field) ?? field).join(', ')
}
