import { t } from '#app/admin/kit/messages.ts'
import { SHORT_TEXTS } from '#core/domain/article.ts'
import { fieldLabel } from '#core/domain/article-fields.ts'
import type { ReviewSegment } from '#core/domain/translation-review.ts'

/** The name of the kind of a segment. */
export function nameOfKind({ id, kind }: Pick<ReviewSegment, 'id' | 'kind'>): string {
  switch (kind) {
    case 'field':
      return fieldLabel(SHORT_TEXTS.find((field) => field === id) ?? 'title')
    case 'heading':
      return t('review.kind.heading')
    case 'paragraph':
      return t('review.kind.paragraph')
    case 'item':
      return t('review.kind.item')
    case 'cell':
      return t('review.kind.cell')
    case 'alt':
      return t('review.kind.alt')
    case 'caption':
      return t('review.kind.caption')
    case 'title':
      return t('review.kind.linkTitle')
  }
}

/** The number of a block, from 1. */
export const numberOf = (position: number) => position + 1

/** The number of a block and the name of its kind. */
export const nameBlock = ({ position, segment }: { position: number; segment: ReviewSegment }) =>
  t('review.block.name', { number: numberOf(position), kind: nameOfKind(segment) })
