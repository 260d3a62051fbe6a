import { type Params, useMatches, useRouteLoaderData } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { MemberAtDesk } from '#app/admin/require-member.ts'
import { findSection } from '#app/admin/settings/sections.ts'
import { usePage } from '#app/document/page-context.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'

/** The titles of the screens, by the ids of their routes without the folder. Nobody is known before the guard has asked who it is. */
export const TITLES: Record<string, string | ((params: Params, at: MemberAtDesk | undefined) => string)> = {
  'access-tokens': t('tokens.title'),
  account: t('account.title'),
  'admin-newsletter': t('newsletter.title'),
  'article-history': t('history.page.title'),
  articles: t('articles.title'),
  audit: t('audit.title'),
  authors: t('authors.title'),
  backups: t('backups.title'),
  calendar: t('calendar.title'),
  dashboard: (_, at) => t(at && at.member.role !== 'admin' ? 'myDesk.title' : 'dashboard.title'),
  'desk-author': t('authors.one'),
  drafts: t('drafts.title'),
  'edit-article': t('article.editTitle'),
  'forgot-password': t('signIn.forgot.title'),
  glossary: t('glossary.title'),
  ideas: t('ideas.title'),
  import: t('imports.one'),
  imports: t('imports.title'),
  invitation: t('signIn.invitation.page'),
  login: t('signIn.login.title'),
  media: t('media.page.title'),
  'my-desk': t('myDesk.title'),
  'new-article': t('article.newTitle'),
  'newsletter-issue': t('newsletter.title'),
  'newsroom-feeds': t('newsroom.feeds'),
  'newsroom-group': t('newsroom.story'),
  'newsroom-stories': t('newsroom.title'),
  outbox: t('outbox.title'),
  page: t('pages.form'),
  pages: t('pages.title'),
  people: t('people.title'),
  readers: t('readers.title'),
  recordings: t('recordings.title'),
  recovery: t('signIn.recovery.title'),
  'settings-overview': t('settings.title'),
  'settings-section': ({ section }) => findSection(section)?.title ?? t('settings.title'),
  setup: t('setup.title'),
  'setup-step': t('setup.title'),
  'sign-in-link': t('signIn.link.title'),
  social: t('social.title'),
  subscriber: t('subscribers.person.title'),
  subscribers: t('subscribers.page.title'),
  'suggest-changes': t('notes.suggestMany'),
  'system-overview': t('system.title'),
  'system-queue': t('system.title.jobs'),
  'system-requests': t('system.title.requests'),
  'translation-review': ({ language }) => {
    const known = TRANSLATED_LANGUAGES.find((one) => one === language)
    return known ? t('review.heading', { language: languageName(known) }) : t('review.title')
  },
  translations: t('coverage.title'),
  'translations-queue': t('translationQueue.title'),
  'translations-to-review': t('coverage.toReview.title'),
  trash: t('trash.title'),
  webhook: t('webhooks.one'),
  webhooks: t('webhooks.title'),
}

/** The title of the document, which is that of the screen that is open. */
export function DocumentTitle() {
  const { id = '', params = {} } = useMatches().at(-1) ?? {}
  const at = useRouteLoaderData<MemberAtDesk>('routes/admin/layout')
  const { site_name: publication } = usePage().site ?? DEFAULT_SITE_WORDS
  const title = TITLES[id.replace('routes/admin/', '')] ?? ''
  const page = typeof title === 'string' ? title : title(params, at)
  return <title>{t('shell.pageTitle', { page, publication })}</title>
}
