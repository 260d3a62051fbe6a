import { t } from '#app/admin/messages.ts'
import type { AuditAction, AuditEntry } from '#core/domain/audit-log.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

const TITLES = new Map<string, string>([
  ['purge_article_text', t('audit.purge')],
  ['add_correction', t('audit.correction.add')],
  ['change_correction', t('audit.correction.change')],
  ['delete_correction', t('audit.correction.delete')],
  ['review_translation', t('audit.review')],
] satisfies [AuditAction, string][])

/** What an entry says, in words. A later version of the program may have written actions that this one does not know. */
export function describeEntry({ action, details }: Pick<AuditEntry, 'action' | 'details'>): {
  title: string
  details: string[]
} {
  const title = TITLES.get(action) ?? action
  const values = new Map(Object.entries(details))
  if (action === 'purge_article_text') {
    const count = (name: string) => Number(values.get(name) ?? 0)
    return {
      title,
      details: [
        t('audit.purged', {
          revisions: count('revisions'),
          copies: count('working_copies'),
          trash: count('trash'),
        }),
      ],
    }
  }
  if (action === 'review_translation') {
    const segments = Number(values.get('segments') ?? 0)
    return {
      title,
      details: [t('audit.reviewed', { segments, language: languageOf(values.get('language')) })],
    }
  }
  const [before, text] = [values.get('before'), values.get('text')]
  return {
    title,
    details: [
      ...(typeof before === 'string' ? [t('audit.was', { text: before })] : []),
      ...(typeof text === 'string' ? [before === undefined ? text : t('audit.is', { text })] : []),
    ],
  }
}

const languageOf = (language: unknown): string =>
  LANGUAGES.find(({ code }) => code === language)?.name ?? String(language)
