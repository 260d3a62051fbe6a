import { t } from '#app/admin/messages.ts'
import type { AuditAction, AuditEntry } from '#core/domain/audit-log.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

const TITLES = new Map<string, string>([
  ['purge_article_text', t('audit.purge')],
  ['add_correction', t('audit.correction.add')],
  ['change_correction', t('audit.correction.change')],
  ['delete_correction', t('audit.correction.delete')],
  ['review_translation', t('audit.review')],
  ['approve_newsletter', t('audit.newsletter')],
  ['resend_newsletter', t('audit.resend')],
  ['import_subscribers', t('audit.subscribers.import')],
  ['add_subscriber', t('audit.subscribers.add')],
  ['export_subscribers', t('audit.subscribers.export')],
  ['read_subscriber', t('audit.subscribers.read')],
  ['erase_subscriber', t('audit.subscribers.erase')],
  ['delete_subscribers', t('audit.subscribers.delete')],
  ['change_subscribers', t('audit.subscribers.change')],
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
  if (action === 'approve_newsletter') {
    const [slug, accepted] = [values.get('slug'), values.get('accepted')]
    const codes = Array.isArray(accepted) ? accepted.map(String) : []
    return {
      title,
      details: [
        ...(typeof slug === 'string' ? [t('audit.issue.of', { slug })] : []),
        ...(codes.length > 0 ? [t('audit.issue.accepted', { codes: codes.join(', ') })] : []),
      ],
    }
  }
  if (action === 'resend_newsletter')
    return { title, details: [t('audit.resent', { count: Number(values.get('messages') ?? 0) })] }
  if (action === 'import_subscribers') {
    const outcomes = values.get('outcomes')
    const added = (Array.isArray(outcomes) ? outcomes : [])
      .filter(({ outcome }) => outcome === 'added' || outcome === 'confirmed')
      .reduce((sum, { addresses }) => sum + Number(addresses), 0)
    return { title, details: [t('audit.subscribers.imported', { count: added })] }
  }
  if (action === 'delete_subscribers')
    return {
      title,
      details: [t('audit.subscribers.deleted', { count: Number(values.get('subscribers') ?? 0) })],
    }
  if (action === 'change_subscribers') {
    const [removed, returned] = [Number(values.get('removed') ?? 0), Number(values.get('returned') ?? 0)]
    return {
      title,
      details: [
        ...(removed > 0 ? [t('audit.subscribers.removed', { count: removed })] : []),
        ...(returned > 0 ? [t('audit.subscribers.returned', { count: returned })] : []),
      ],
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

/** Whether an entry is about an issue of the newsletter. */
export const isAboutIssue = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  action.endsWith('_newsletter')

/** Whether an entry is about subscribers. It never names them. */
export const isAboutSubscribers = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  /_subscribers?$/.test(action)

const languageOf = (language: unknown): string =>
  LANGUAGES.find(({ code }) => code === language)?.name ?? String(language)
