import { t } from '#app/admin/messages.ts'

/** The fields that publishing asks for. */
const NAMES = new Map([
  ['title', t('articles.field.title')],
  ['excerpt', t('articles.field.excerpt')],
  ['content', t('articles.field.content')],
  ['author', t('articles.field.author')],
  ['reading_time', t('articles.field.readingTime')],
])
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The names of fields in a sentence: 'title, excerpt, and content'. */
export function describeFields(fields: readonly string[]): string {
  return LIST.format(fields.map((field) => NAMES.get(field) ?? field))
}
