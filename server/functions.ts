import { IMPORT_MAX_BYTES } from '#core/domain/subscriber-import.ts'
import { LOOK_FILE_MAX_BYTES } from '#core/look/logo.ts'
import {
  readAiModel,
  saveAiModel,
  testAiConnection,
} from '#server/features/administration/functions/ai-model.ts'
import { countProxies } from '#server/features/administration/functions/count-proxies.ts'
import { exportAuditLog } from '#server/features/administration/functions/export-audit-log.ts'
import { inviteMember } from '#server/features/administration/functions/invite-member.ts'
import {
  readMailSettings,
  saveMailSettings,
  testMailSettings,
} from '#server/features/administration/functions/mail-settings.ts'
import { makeAccessToken } from '#server/features/administration/functions/make-access-token.ts'
import { readDesk } from '#server/features/administration/functions/read-desk.ts'
import {
  checkMailDomain,
  readMailTransport,
  readSettingDefaults,
  readStatements,
  readWords,
} from '#server/features/administration/functions/settings.ts'
import { storeLookFile } from '#server/features/administration/functions/store-look-file.ts'
import {
  checkSystem,
  dismissJob,
  readSystem,
  retryJob,
} from '#server/features/administration/functions/system.ts'
import { checkLinks } from '#server/features/articles/functions/check-links.ts'
import { copyPicture } from '#server/features/articles/functions/copy-picture.ts'
import { exportArticleRecord } from '#server/features/articles/functions/export-article-record.ts'
import { rssFeed } from '#server/features/articles/functions/rss-feed.ts'
import { readBackups, saveBackupSchedule, startBackup } from '#server/features/backup/functions/backups.ts'
import { downloadBackup, openBackupDownload } from '#server/features/backup/functions/download-backup.ts'
import { readDemo, removeTheDemo } from '#server/features/demo/functions/demo.ts'
import { downloadExport, openExportDownload } from '#server/features/export/functions/download-export.ts'
import {
  beginImport,
  findImport,
  listImports,
  readImport,
  removeImport,
  runImport,
  stopImport,
  undoImport,
} from '#server/features/import/functions/imports.ts'
import { addSubscriber, sendConfirmationAgain } from '#server/features/newsletter/functions/add-subscriber.ts'
import {
  reportBounce,
  resendWebhook,
  undoBounce,
} from '#server/features/newsletter/functions/mail-reports.ts'
import {
  approveNewsletter,
  cancelNewsletter,
  checkNewsletter,
  rehearseNewsletter,
  reopenNewsletter,
} from '#server/features/newsletter/functions/newsletter-approval.ts'
import {
  createNewsletter,
  generateNewsletter,
  previewNewsletter,
  redoNewsletterItem,
  reviewNewsletterEdition,
  translateNewsletter,
} from '#server/features/newsletter/functions/newsletter-composing.ts'
import {
  controlNewsletter,
  readNewsletterProgress,
  sendNewsletter,
} from '#server/features/newsletter/functions/newsletter-sending.ts'
import { sendConfirmationEmail } from '#server/features/newsletter/functions/send-confirmation-email.ts'
import {
  eraseSubscriber,
  exportSubscribers,
  importSubscribers,
  readSubscriber,
} from '#server/features/newsletter/functions/subscribers.ts'
import { addArticleSources } from '#server/features/newsroom/functions/add-article-sources.ts'
import { addSourceAddress } from '#server/features/newsroom/functions/add-source-address.ts'
import { addSourceText } from '#server/features/newsroom/functions/add-source-text.ts'
import { draftArticle } from '#server/features/newsroom/functions/draft-article.ts'
import { judgeArticle } from '#server/features/newsroom/functions/judge-article.ts'
import {
  addNewsFeed,
  exportNewsFeeds,
  importNewsFeeds,
  requestNewsFeed,
} from '#server/features/newsroom/functions/news-feeds.ts'
import { openNewsItem } from '#server/features/newsroom/functions/open-news-item.ts'
import { questionDraft } from '#server/features/newsroom/functions/question-draft.ts'
import { readArticleSources } from '#server/features/newsroom/functions/read-article-sources.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { findAffectedTranslations } from '#server/features/translation/functions/find-affected-translations.ts'
import { translateArticle } from '#server/features/translation/functions/translate-article.ts'
import {
  queueTranslations,
  retranslateArticles,
} from '#server/features/translation/functions/translation-batches.ts'
import {
  askTranslationSegment,
  readTranslationReview,
  saveTranslationReview,
} from '#server/features/translation/functions/translation-reviews.ts'
import {
  renewWebhookSecret,
  resendWebhookDelivery,
  saveWebhook,
  testWebhook,
} from '#server/features/webhooks/functions/webhooks.ts'
import type { FunctionEntry } from '#server/supabase/functions/index.ts'

const KB = 1024
const MB = 1024 * KB

const GET = { method: 'GET', type: null, bodyLimit: 0 } as const
const POST = { method: 'POST', type: 'application/json', bodyLimit: 10 * KB } as const
/** With a scope instead of null, programs with an access token of that scope may call it as well. */
const forAdministrators = { access: 'administrator', scope: null } as const
const forEditors = { access: 'editor', scope: null } as const
const forTranslators = { access: 'translator', scope: null } as const
const forMembers = { access: 'member', scope: null } as const
const forNewsletters = { access: 'newsletter maker', scope: null } as const
const forSenders = { ...forNewsletters, permission: 'send' } as const
/** Reading addresses, and adding one that is asked to confirm; what changes or removes many people is for administrators. */
const forAddresses = { ...forNewsletters, permission: 'addresses' } as const

/** All functions of `/functions/v1`: how each is called and by whom, how often (`server/platform/limits/limits.ts`), and what does the work. */
// biome-ignore format: one function in a line
export const FUNCTIONS = {
  'rss-feed': { ...GET, access: 'anyone', limit: null, handle: rssFeed },
  'read-mail-transport': { ...GET, access: 'anyone', limit: null, handle: readMailTransport },
  // Asked by npm run doctor, without a key: something else may answer at the address of a site that is stopped.
  'count-proxies': { ...GET, access: 'anyone', limit: null, handle: countProxies },
  'send-confirmation-email': { ...POST, access: 'anyone', limit: 'confirmation-mail', tooMany: 'sign-ups from this address', handle: sendConfirmationEmail },
  // It may quote what a mail server said.
  'resend-webhook': { ...POST, access: 'signed by Resend', limit: 'forged-webhook', tooMany: 'events that Resend did not sign', type: null, bodyLimit: 256 * KB, handle: resendWebhook },
  // A delivery report, with the mail that came back.
  'report-bounce': { ...POST, access: 'secret key', limit: null, type: 'message/rfc822', bodyLimit: 1 * MB, handle: reportBounce },

  'make-access-token': { ...POST, ...forAdministrators, limit: 'token-making', tooMany: 'access tokens', handle: makeAccessToken },
  'invite-member': { ...POST, ...forAdministrators, limit: 'invitation', tooMany: 'invitations', handle: inviteMember },
  'export-audit-log': { ...GET, ...forAdministrators, limit: 'audit-export', handle: exportAuditLog },
  'read-demo': { ...GET, ...forAdministrators, limit: 'demo', handle: readDemo },
  'remove-demo': { ...POST, ...forAdministrators, limit: 'demo', handle: removeTheDemo },
  'read-desk': { ...GET, ...forMembers, limit: null, handle: readDesk },
  'read-system': { ...GET, ...forAdministrators, limit: 'system', handle: readSystem },
  'check-system': { ...GET, ...forAdministrators, limit: 'system-check', handle: checkSystem },
  'retry-job': { ...POST, ...forAdministrators, limit: 'system', handle: retryJob },
  'dismiss-job': { ...POST, ...forAdministrators, limit: 'system', handle: dismissJob },
  'read-backups': { ...GET, ...forAdministrators, limit: null, handle: readBackups },
  'start-backup': { ...POST, ...forAdministrators, limit: 'backup', tooMany: 'backups', handle: startBackup },
  'save-backup-schedule': { ...POST, ...forAdministrators, limit: 'backup-schedule', handle: saveBackupSchedule },
  'open-backup-download': { ...POST, ...forAdministrators, limit: 'backup-download', tooMany: 'downloads', handle: openBackupDownload },
  // A form, with a token that open-backup-download has given.
  'download-backup': { ...POST, access: 'anyone', limit: 'backup-token', type: null, bodyLimit: 1 * KB, handle: downloadBackup },
  'open-export-download': { ...POST, ...forAdministrators, limit: 'backup-download', tooMany: 'downloads', handle: openExportDownload },
  'download-export': { ...POST, access: 'anyone', limit: 'backup-token', type: null, bodyLimit: 1 * KB, handle: downloadExport },
  'read-setting-defaults': { ...GET, ...forMembers, limit: null, handle: readSettingDefaults },
  'read-statements': { ...GET, ...forAdministrators, limit: null, handle: readStatements },
  'read-words': { ...GET, ...forAdministrators, limit: null, handle: readWords },
  'check-mail-domain': { ...POST, ...forAdministrators, limit: 'mail-domain-check', handle: checkMailDomain },
  'read-ai-model': { ...GET, ...forMembers, limit: null, handle: readAiModel },
  'save-ai-model': { ...POST, ...forAdministrators, limit: 'model-change', handle: saveAiModel },
  'read-mail-settings': { ...GET, ...forAdministrators, limit: null, handle: readMailSettings },
  'save-mail-settings': { ...POST, ...forAdministrators, limit: 'mail-change', handle: saveMailSettings },
  'test-mail-settings': { ...POST, ...forAdministrators, limit: 'mail-test', handle: testMailSettings },
  'test-ai-connection': { ...POST, ...forAdministrators, limit: 'model-test', handle: testAiConnection },

  'save-webhook': { ...POST, ...forAdministrators, limit: 'webhook-change', handle: saveWebhook },
  'renew-webhook-secret': { ...POST, ...forAdministrators, limit: 'webhook-change', handle: renewWebhookSecret },
  'test-webhook': { ...POST, ...forAdministrators, limit: 'webhook-sending', tooMany: 'tests', handle: testWebhook },
  'resend-webhook-delivery': { ...POST, ...forAdministrators, limit: 'webhook-sending', tooMany: 'deliveries', handle: resendWebhookDelivery },

  'list-imports': { ...GET, ...forAdministrators, limit: 'import-reading', handle: listImports },
  'begin-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: beginImport },
  'read-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: readImport },
  'find-import': { ...POST, ...forAdministrators, limit: 'import-reading', handle: findImport },
  // Where the articles of five thousand terms go.
  'run-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', bodyLimit: 1 * MB, handle: runImport },
  'stop-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: stopImport },
  'undo-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: undoImport },
  'remove-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: removeImport },

  'store-look-file': { ...POST, ...forAdministrators, limit: 'upload', tooMany: 'uploads', type: 'application/octet-stream', bodyLimit: LOOK_FILE_MAX_BYTES, handle: storeLookFile },

  // Fifty long addresses.
  'check-links': { ...POST, access: 'writer', scope: 'drafts', limit: 'link-check', tooMany: 'links are being checked', bodyLimit: 128 * KB, handle: checkLinks },
  'copy-picture': { ...POST, access: 'author', scope: 'drafts', limit: 'picture-copy', tooMany: 'pictures are being copied', handle: copyPicture },
  'export-article-record': { ...GET, ...forEditors, limit: null, handle: exportArticleRecord },
  'translate-article': { ...POST, access: 'translator', scope: 'translate', limit: 'translation', handle: translateArticle },
  'retranslate-articles': { ...POST, ...forEditors, limit: 'translation', handle: retranslateArticles },
  // A thousand translations.
  'queue-translations': { ...POST, access: 'translator', scope: 'translate', limit: 'translation', bodyLimit: 128 * KB, handle: queueTranslations },
  'read-translation-review': { ...POST, access: 'translator', scope: 'translate', limit: 'review', handle: readTranslationReview },
  // All texts of an article, as a save of the article itself.
  'save-translation-review': { ...POST, ...forTranslators, limit: 'review', bodyLimit: 4 * MB, handle: saveTranslationReview },
  'ask-translation-segment': { ...POST, ...forTranslators, limit: 'segment-question', handle: askTranslationSegment },
  'find-affected-translations': { ...POST, ...forEditors, limit: 'affected-translations', handle: findAffectedTranslations },

  'add-source-address': { ...POST, ...forEditors, limit: 'page-opening', tooMany: 'pages are being opened', handle: addSourceAddress },
  'open-news-item': { ...POST, ...forEditors, limit: 'page-opening', tooMany: 'pages are being opened', handle: openNewsItem },
  // Two hundred thousand characters, of which each may take three bytes, or more as an escape.
  'add-source-text': { ...POST, ...forEditors, limit: 'source-text', tooMany: 'texts', bodyLimit: 1 * MB, handle: addSourceText },
  'draft-article': { ...POST, ...forEditors, limit: 'drafting', tooMany: 'drafts', handle: draftArticle },
  'question-draft': { ...POST, ...forEditors, limit: 'drafting', tooMany: 'drafts', handle: questionDraft },
  'add-article-sources': { ...POST, ...forEditors, limit: 'source-adding', handle: addArticleSources },
  'read-article-sources': { ...POST, ...forMembers, limit: 'source-reading', handle: readArticleSources },
  // All texts of an article, and each of its sentences once more with what it cites.
  'judge-article': { ...POST, access: 'author', scope: 'drafts', limit: 'judgement', tooMany: 'judgements', bodyLimit: 4 * MB, handle: judgeArticle },

  'create-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-composing', handle: createNewsletter },
  'generate-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-composing', handle: generateNewsletter },
  'redo-newsletter-item': { ...POST, ...forNewsletters, limit: 'newsletter-item', handle: redoNewsletterItem },
  'translate-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-composing', handle: translateNewsletter },
  'review-newsletter-edition': { ...POST, ...forNewsletters, limit: 'newsletter-item', handle: reviewNewsletterEdition },
  // The content of an issue, as HTML in JSON.
  'preview-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-preview', bodyLimit: 1 * MB, handle: previewNewsletter },
  'check-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-check', handle: checkNewsletter },
  'rehearse-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-rehearsal', handle: rehearseNewsletter },
  'approve-newsletter': { ...POST, ...forSenders, limit: 'newsletter-check', handle: approveNewsletter },
  'reopen-newsletter': { ...POST, ...forSenders, limit: 'newsletter-approval', handle: reopenNewsletter },
  'cancel-newsletter': { ...POST, ...forSenders, limit: 'newsletter-approval', handle: cancelNewsletter },
  // A test to the own address; to others, and the sending itself, with the permission send.
  // The HTML of an editor, of which a character may take three bytes, or six as an escape.
  'send-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter', bodyLimit: 4 * MB, handle: sendNewsletter },
  'control-newsletter': { ...POST, ...forSenders, limit: 'newsletter', handle: controlNewsletter },
  'read-newsletter-progress': { ...POST, ...forNewsletters, limit: 'newsletter-progress', handle: readNewsletterProgress },

  // Answered with 404 while NEWSROOM is off.
  'add-news-feed': { ...POST, ...forEditors, limit: 'news-feed', tooMany: 'feeds are being asked', handle: addNewsFeed },
  'request-news-feed': { ...POST, ...forEditors, limit: 'news-feed', tooMany: 'feeds are being asked', handle: requestNewsFeed },
  // A thousand feeds with their folders.
  'import-news-feeds': { ...POST, ...forEditors, limit: 'news-feed-list', tooMany: 'lists of feeds', type: 'text/x-opml', bodyLimit: 1 * MB, handle: importNewsFeeds },
  'export-news-feeds': { ...GET, ...forEditors, limit: 'news-feed-list', handle: exportNewsFeeds },

  'import-subscribers': { ...POST, ...forAdministrators, scope: 'subscribers', limit: 'subscriber-import', type: ['text/csv', 'application/zip'], bodyLimit: IMPORT_MAX_BYTES, isStreamed: true, handle: importSubscribers },
  'undo-bounce': { ...POST, ...forAddresses, limit: 'subscriber-record', handle: undoBounce },
  'add-subscriber': { ...POST, ...forAddresses, scope: 'subscribers', limit: 'subscriber-adding', handle: addSubscriber },
  'send-confirmation-again': { ...POST, ...forAddresses, limit: 'subscriber-adding', handle: sendConfirmationAgain },
  'export-subscribers': { ...GET, ...forAddresses, scope: 'subscribers', limit: 'subscriber-record', handle: exportSubscribers },
  'read-subscriber': { ...POST, ...forAddresses, limit: 'subscriber-record', handle: readSubscriber },
  'erase-subscriber': { ...POST, ...forAdministrators, limit: 'subscriber-record', handle: eraseSubscriber },
} as const satisfies Record<string, FunctionEntry<FunctionDeps>>
