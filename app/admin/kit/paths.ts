import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { DEFAULT_LANGUAGE, type Language, localizedPath } from '#core/i18n/languages.ts'

/** The addresses of the desk. */

export const LOGIN_PATH = '/admin'
export const HOME_PATH = '/admin/dashboard'
export const MY_DESK_PATH = '/admin/my-desk'
export const ACCOUNT_PATH = '/admin/account'
export const READERS_PATH = '/admin/readers'
export const SOCIAL_PATH = '/admin/social'
export const SETUP_PATH = '/admin/setup'
export const STATEMENTS_PATH = `${SETUP_PATH}/statements`

export const ARTICLES_PATH = '/admin/articles'
export const RECORDINGS_PATH = `${ARTICLES_PATH}/recordings`
export const NEW_ARTICLE_PATH = `${ARTICLES_PATH}/new`
/** The page on which a text is continued that was typed on the page of a new article and never saved. */
export const unsavedArticlePath = (copyId: string) => `${NEW_ARTICLE_PATH}?copy=${copyId}`
export const editArticlePath = ({
  slug,
  language = DEFAULT_LANGUAGE,
}: {
  slug: string
  language?: Language
}) => localizedPath(`${ARTICLES_PATH}/edit/${slug}`, language)
/** The page on which changes of an article are suggested. */
export const suggestPath = (articleId: string) => `${ARTICLES_PATH}/suggest/${articleId}`

export const DRAFTS_PATH = '/admin/drafts'
export const IDEAS_PATH = '/admin/ideas'
export const CALENDAR_PATH = '/admin/calendar'

export const AUTHORS_PATH = '/admin/authors'
export const deskAuthorPath = (slug: string) => `${AUTHORS_PATH}/${slug}`

export const PAGES_PATH = '/admin/pages'
export const editPagePath = (slug: string, language: Language) => `${PAGES_PATH}/${slug}/${language}`

export const NEWSROOM_PATH = '/admin/newsroom'
export const FEEDS_PATH = `${NEWSROOM_PATH}/feeds`
/** The page of a story that outlets tell. */
export const groupPath = (id: string) => `${NEWSROOM_PATH}/groups/${id}`
/** The ways by which something comes into the newsroom. */
export const WAYS_IN = ['feed', 'address', 'text'] as const
export type WayIn = (typeof WAYS_IN)[number]
export const wayInPath = (way: WayIn) => `${FEEDS_PATH}?add=${way}`

export const TRANSLATIONS_PATH = '/admin/translations'
export const TO_REVIEW_PATH = `${TRANSLATIONS_PATH}/to-review`
export const GLOSSARY_PATH = '/admin/glossary'
/**
 * The page on which a translation is reviewed; `byHand` begins with what the original says now, `refused` there at the first refused block.
 */
export function reviewPath(
  { originalId, language }: { originalId: string; language: TranslatedLanguage },
  { byHand = false, refused = false } = {},
): string {
  return `${TRANSLATIONS_PATH}/${originalId}/${language}${refused ? '?byHand&refused' : byHand ? '?byHand' : ''}`
}

export const NEWSLETTER_PATH = '/admin/newsletter'
/** The page of one issue, to which mails to administrators lead. */
export const issuePath = (issueId: string) => `${NEWSLETTER_PATH}/${issueId}`
export const SUBSCRIBERS_PATH = `${NEWSLETTER_PATH}/subscribers`
export const subscriberPath = (id: string) => `${SUBSCRIBERS_PATH}/${id}`
export const OUTBOX_PATH = '/admin/outbox'

export const SETTINGS_PATH = '/admin/settings'
export const MAIL_SETTINGS_PATH = `${SETTINGS_PATH}/mail`
/** The section of the settings in which the language model is set up. */
export const MODEL_SETTINGS_PATH = `${SETTINGS_PATH}/language-model`
export const NEWSLETTER_SETTINGS_PATH = `${SETTINGS_PATH}/newsletter-settings`

export const PEOPLE_PATH = '/admin/people'
export const TOKENS_PATH = '/admin/access-tokens'
export const WEBHOOKS_PATH = '/admin/webhooks'
export const webhookPath = (id: string) => `${WEBHOOKS_PATH}/${id}`
export const SYSTEM_PATH = '/admin/system'
export const SYSTEM_QUEUE_PATH = `${SYSTEM_PATH}/queue`
export const SYSTEM_REQUESTS_PATH = `${SYSTEM_PATH}/requests`
export const BACKUPS_PATH = '/admin/backups'
export const IMPORTS_PATH = '/admin/import'
export const importPath = (id: string) => `${IMPORTS_PATH}/${id}`
export const AUDIT_PATH = '/admin/audit'

export const TRANSLATION_QUEUE_PATH = `${TRANSLATIONS_PATH}/queue`
