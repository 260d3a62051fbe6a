import type { Language } from '#core/i18n/languages.ts'

/** An issue on the web, in one of its languages. */
export interface PublishedNewsletter {
  slug: string
  language: Language
  subject: string
  preheader: string
  /** Sanitised HTML; its links are absolute. */
  content: string
  started_at: string
  /** The languages in which it was sent, English first. */
  languages: Language[]
}

export type ListedNewsletter = Omit<PublishedNewsletter, 'content'>
