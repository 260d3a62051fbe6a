import account from '#app/admin/messages/en/account.json' with { type: 'json' }
import activity from '#app/admin/messages/en/activity.json' with { type: 'json' }
import ai from '#app/admin/messages/en/ai.json' with { type: 'json' }
import article from '#app/admin/messages/en/article.json' with { type: 'json' }
import articles from '#app/admin/messages/en/articles.json' with { type: 'json' }
import audit from '#app/admin/messages/en/audit.json' with { type: 'json' }
import authors from '#app/admin/messages/en/authors.json' with { type: 'json' }
import backups from '#app/admin/messages/en/backups.json' with { type: 'json' }
import calendar from '#app/admin/messages/en/calendar.json' with { type: 'json' }
import check from '#app/admin/messages/en/check.json' with { type: 'json' }
import command from '#app/admin/messages/en/command.json' with { type: 'json' }
import compare from '#app/admin/messages/en/compare.json' with { type: 'json' }
import corrections from '#app/admin/messages/en/corrections.json' with { type: 'json' }
import coverage from '#app/admin/messages/en/coverage.json' with { type: 'json' }
import dashboard from '#app/admin/messages/en/dashboard.json' with { type: 'json' }
import drafts from '#app/admin/messages/en/drafts.json' with { type: 'json' }
import editor from '#app/admin/messages/en/editor.json' with { type: 'json' }
import errors from '#app/admin/messages/en/errors.json' with { type: 'json' }
import form from '#app/admin/messages/en/form.json' with { type: 'json' }
import frontPage from '#app/admin/messages/en/frontPage.json' with { type: 'json' }
import glossary from '#app/admin/messages/en/glossary.json' with { type: 'json' }
import history from '#app/admin/messages/en/history.json' with { type: 'json' }
import ideas from '#app/admin/messages/en/ideas.json' with { type: 'json' }
import imports from '#app/admin/messages/en/imports.json' with { type: 'json' }
import integrations from '#app/admin/messages/en/integrations.json' with { type: 'json' }
import live from '#app/admin/messages/en/live.json' with { type: 'json' }
import look from '#app/admin/messages/en/look.json' with { type: 'json' }
import mail from '#app/admin/messages/en/mail.json' with { type: 'json' }
import mailDomain from '#app/admin/messages/en/mailDomain.json' with { type: 'json' }
import media from '#app/admin/messages/en/media.json' with { type: 'json' }
import myDesk from '#app/admin/messages/en/myDesk.json' with { type: 'json' }
import navigation from '#app/admin/messages/en/navigation.json' with { type: 'json' }
import newsletter from '#app/admin/messages/en/newsletter.json' with { type: 'json' }
import newsletterIssue from '#app/admin/messages/en/newsletterIssue.json' with { type: 'json' }
import newsletterRecordings from '#app/admin/messages/en/newsletterRecordings.json' with { type: 'json' }
import newsletterReport from '#app/admin/messages/en/newsletterReport.json' with { type: 'json' }
import newsletterSending from '#app/admin/messages/en/newsletterSending.json' with { type: 'json' }
import newsletterSteps from '#app/admin/messages/en/newsletterSteps.json' with { type: 'json' }
import newsroom from '#app/admin/messages/en/newsroom.json' with { type: 'json' }
import notes from '#app/admin/messages/en/notes.json' with { type: 'json' }
import outbox from '#app/admin/messages/en/outbox.json' with { type: 'json' }
import pages from '#app/admin/messages/en/pages.json' with { type: 'json' }
import people from '#app/admin/messages/en/people.json' with { type: 'json' }
import preview from '#app/admin/messages/en/preview.json' with { type: 'json' }
import publish from '#app/admin/messages/en/publish.json' with { type: 'json' }
import readers from '#app/admin/messages/en/readers.json' with { type: 'json' }
import recordings from '#app/admin/messages/en/recordings.json' with { type: 'json' }
import review from '#app/admin/messages/en/review.json' with { type: 'json' }
import schedule from '#app/admin/messages/en/schedule.json' with { type: 'json' }
import sections from '#app/admin/messages/en/sections.json' with { type: 'json' }
import session from '#app/admin/messages/en/session.json' with { type: 'json' }
import settings from '#app/admin/messages/en/settings.json' with { type: 'json' }
import setup from '#app/admin/messages/en/setup.json' with { type: 'json' }
import shell from '#app/admin/messages/en/shell.json' with { type: 'json' }
import signIn from '#app/admin/messages/en/signIn.json' with { type: 'json' }
import social from '#app/admin/messages/en/social.json' with { type: 'json' }
import sources from '#app/admin/messages/en/sources.json' with { type: 'json' }
import subscribers from '#app/admin/messages/en/subscribers.json' with { type: 'json' }
import system from '#app/admin/messages/en/system.json' with { type: 'json' }
import table from '#app/admin/messages/en/table.json' with { type: 'json' }
import tokens from '#app/admin/messages/en/tokens.json' with { type: 'json' }
import translationQueue from '#app/admin/messages/en/translationQueue.json' with { type: 'json' }
import translations from '#app/admin/messages/en/translations.json' with { type: 'json' }
import trash from '#app/admin/messages/en/trash.json' with { type: 'json' }
import ui from '#app/admin/messages/en/ui.json' with { type: 'json' }
import webhooks from '#app/admin/messages/en/webhooks.json' with { type: 'json' }
import welcome from '#app/admin/messages/en/welcome.json' with { type: 'json' }
import words from '#app/admin/messages/en/words.json' with { type: 'json' }
import work from '#app/admin/messages/en/work.json' with { type: 'json' }
import { createTranslator } from '#core/i18n/translator.ts'

/** The messages of the desk, one file per subject; the first part of a key is the name of its file. */
const english = {
  ...account,
  ...activity,
  ...ai,
  ...article,
  ...articles,
  ...audit,
  ...authors,
  ...backups,
  ...calendar,
  ...check,
  ...command,
  ...compare,
  ...corrections,
  ...coverage,
  ...dashboard,
  ...drafts,
  ...editor,
  ...errors,
  ...form,
  ...frontPage,
  ...glossary,
  ...history,
  ...ideas,
  ...imports,
  ...integrations,
  ...live,
  ...mailDomain,
  ...look,
  ...mail,
  ...media,
  ...newsletterRecordings,
  ...newsletterReport,
  ...myDesk,
  ...navigation,
  ...newsletter,
  ...newsletterIssue,
  ...newsletterSending,
  ...newsletterSteps,
  ...newsroom,
  ...notes,
  ...outbox,
  ...pages,
  ...people,
  ...preview,
  ...publish,
  ...readers,
  ...recordings,
  ...review,
  ...schedule,
  ...session,
  ...sections,
  ...settings,
  ...setup,
  ...shell,
  ...signIn,
  ...social,
  ...sources,
  ...subscribers,
  ...system,
  ...table,
  ...tokens,
  ...translationQueue,
  ...translations,
  ...trash,
  ...ui,
  ...webhooks,
  ...welcome,
  ...words,
  ...work,
}

/** The desk speaks English only; another language is another folder beside `messages/en`. */
export const t = createTranslator<typeof english>('en', { en: english })
