import { t } from '#app/admin/messages.ts'
import type { ShownTag } from '#app/admin/review/check/reviewed-texts.ts'

const LONGEST_VALUE = 120

/** What a tag stands for. */
export function describeTag({ kind, value }: Pick<ShownTag, 'kind' | 'value'>): string {
  const what = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE).toWellFormed()}…` : value
  switch (kind) {
    case 'b':
      return t('review.tag.bold')
    case 'i':
      return t('review.tag.italic')
    case 's':
      return t('review.tag.deleted')
    case 'a':
      return t('review.tag.link', { what })
    case 'c':
      return t('review.tag.code', { what })
    case 'u':
      return t('review.tag.address', { what })
    case 'm':
      return t('review.tag.image', { what })
    case 'h':
      return t('review.tag.html', { what })
    case 'f':
      return t('review.tag.footnote', { what })
    case 'v':
      return t('review.tag.placeholder', { what })
    case 'n':
      return t('review.tag.break')
  }
}
