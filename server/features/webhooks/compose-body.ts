import type { WEBHOOK_TEST, WebhookEvent } from '#core/domain/webhook.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath, newsletterIssuePath } from '#core/paths.ts'

/** The names that `data` of a delivery has for an article or an issue; what readers cannot see has neither slug nor title. */
interface Reference {
  id: string | null
  /** Of an article: its `updated_at`. */
  version?: string | null
  language: Language | null
  slug?: string | null
  title?: string | null
  original?: Reference | null
}

export interface StoredEvent {
  event: WebhookEvent | typeof WEBHOOK_TEST
  happenedAt: Date
  data: Reference | Record<string, never>
}

/** The body of a delivery: type, time and data, with the public address of what it is about. The same for every attempt. */
export function composeBody({ event, happenedAt, data }: StoredEvent, siteUrl: string): string {
  return JSON.stringify({
    type: event,
    timestamp: happenedAt.toISOString(),
    data: 'id' in data ? withAddress(event, data as Reference, siteUrl) : {},
  })
}

function withAddress(event: StoredEvent['event'], reference: Reference, siteUrl: string): object {
  const { id, version, language, slug, title, original } = reference
  if (event.startsWith('subscriber.')) return { id, language }
  const pathOf = event.startsWith('newsletter.')
    ? newsletterIssuePath
    : (about: string, read: Language) => articlePath({ slug: about, language: read })
  return {
    id,
    ...(version !== undefined && { version }),
    slug: slug ?? null,
    language,
    title: title ?? null,
    url: slug && language ? siteUrl + pathOf(slug, language) : null,
    ...(original !== undefined && { original: original && withAddress(event, original, siteUrl) }),
  }
}
