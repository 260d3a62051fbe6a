import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { t } from '#app/admin/messages.ts'
import { SHORT_TEXTS } from '#core/domain/article.ts'
import type { FailedSegment } from '#core/domain/translation-run.ts'

const FIELDS = new Map<string, string>(SHORT_TEXTS.map((field) => [field, fieldLabel(field)]))

const KINDS = new Map([
  ['heading', t('translations.kind.heading')],
  ['paragraph', t('translations.kind.paragraph')],
  ['item', t('translations.kind.item')],
  ['cell', t('translations.kind.cell')],
  ['alt', t('translations.kind.alt')],
  ['caption', t('translations.kind.caption')],
  ['title', t('translations.kind.title')],
])

/** What a part of an article is, and in which block of the text: 'Paragraph in block 3'. */
export function nameSegment({ segment, kind }: Pick<FailedSegment, 'segment' | 'kind'>): string {
  if (kind === 'field') return FIELDS.get(segment) ?? segment
  const name = KINDS.get(kind) ?? t('translations.kind.other')
  const [number] = /^\d+/.exec(segment) ?? []
  return number ? t('translations.kind.inBlock', { name, number }) : name
}
