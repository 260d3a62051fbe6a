import { t } from '#app/admin/messages.ts'
import type { GroupReason } from '#core/domain/news-group.ts'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
const DAY_HOURS = 24

/** Why a story stands where it does. */
export function describeReason({ code, value }: GroupReason): string {
  switch (code) {
    case 'origins':
      return t('newsroom.reason.origins', { count: value })
    case 'newness':
      if (value < 1) return t('newsroom.reason.justNow')
      return value < 2 * DAY_HOURS
        ? t('newsroom.reason.hours', { count: Math.floor(value) })
        : t('newsroom.reason.days', { count: Math.floor(value / DAY_HOURS) })
    case 'section':
      return t('newsroom.reason.section', { words: LIST.format(value.map((word) => `“${word}”`)) })
  }
}
