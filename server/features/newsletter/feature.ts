import { bodyLimit } from 'hono/body-limit'
import { IMPORT_MAX_BYTES } from '#core/domain/subscriber-import.ts'
import { NEWSLETTER_CLICK_PATH, UNSUBSCRIBE_PATH } from '#core/paths.ts'
import {
  type Feature,
  forAddresses,
  forAdministrators,
  forNewsletters,
  forSenders,
  GET,
  HELD,
  HELD_EVERY_FIVE_MINUTES,
  HELD_EVERY_MINUTE,
  KB,
  MB,
  POST,
} from '#server/features/feature.ts'
import { createClickRedirect } from '#server/features/newsletter/clicks.ts'
import { addSubscriber, sendConfirmationAgain } from '#server/features/newsletter/functions/add-subscriber.ts'
import {
  MAIL_WEBHOOKS,
  reportBounce,
  undoBounce,
} from '#server/features/newsletter/functions/mail-reports.ts'
import * as newsletterApproval from '#server/features/newsletter/functions/newsletter-approval.ts'
import * as newsletterComposing from '#server/features/newsletter/functions/newsletter-composing.ts'
import * as newsletterSending from '#server/features/newsletter/functions/newsletter-sending.ts'
import { sendConfirmationEmail } from '#server/features/newsletter/functions/send-confirmation-email.ts'
import * as subscribers from '#server/features/newsletter/functions/subscribers.ts'
import * as newsletter from '#server/features/newsletter/jobs.ts'
import {
  sendConfirmationMail,
  sendErasureMail,
} from '#server/features/newsletter/mails/confirmation-mail.tsx'
import { sendNewsletterNotice } from '#server/features/newsletter/mails/newsletter-notice-mail.tsx'
import { sendSubscriberData } from '#server/features/newsletter/mails/subscriber-data-mail.tsx'
import {
  enqueueWelcomeMails,
  sendWelcomeMail,
  welcomeOnNotify,
} from '#server/features/newsletter/mails/welcome-mail.tsx'
import { readReportMailbox } from '#server/features/newsletter/reports/mailbox/read-mailbox.ts'
import { draftForSunday } from '#server/features/newsletter/schedule/draft-for-sunday.ts'
import { runScheduler, sendScheduledIssues } from '#server/features/newsletter/schedule/scheduler.ts'
import { sendIssue } from '#server/features/newsletter/send/send-issue.ts'
import { resumeNewsletters } from '#server/features/newsletter/send/supervise-sending.ts'
import { oneClickUnsubscribe } from '#server/features/newsletter/subscriptions/subscription-by-link.ts'
import type { Services } from '#server/features/services.ts'
import { handles } from '#server/platform/queue/job.ts'

export const newsletterFeature = {
  routes: (app, deps) =>
    app
      .get(NEWSLETTER_CLICK_PATH, createClickRedirect(deps))
      .post(UNSUBSCRIBE_PATH, bodyLimit({ maxSize: 10 * KB }), oneClickUnsubscribe(deps)),
  // biome-ignore format: one function in a line
  functions: {
    'send-confirmation-email': { ...POST, access: 'anyone', limit: 'confirmation-mail', tooMany: 'sign-ups from this address', handle: sendConfirmationEmail },
    // Signed by a mail provider, each under its name.
    ...MAIL_WEBHOOKS,
    // A delivery report, with the mail that came back.
    'report-bounce': { ...POST, access: 'secret key', limit: null, type: 'message/rfc822', bodyLimit: 1 * MB, handle: reportBounce },
    'create-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-composing', handle: newsletterComposing.createNewsletter },
    'generate-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-composing', handle: newsletterComposing.generateNewsletter },
    'redo-newsletter-item': { ...POST, ...forNewsletters, limit: 'newsletter-item', handle: newsletterComposing.redoNewsletterItem },
    'translate-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-composing', handle: newsletterComposing.translateNewsletter },
    'review-newsletter-edition': { ...POST, ...forNewsletters, limit: 'newsletter-item', handle: newsletterComposing.reviewNewsletterEdition },
    // The content of an issue, as HTML in JSON.
    'preview-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-preview', bodyLimit: 1 * MB, handle: newsletterComposing.previewNewsletter },
    'check-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-check', handle: newsletterApproval.checkNewsletter },
    'rehearse-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter-rehearsal', handle: newsletterApproval.rehearseNewsletter },
    'approve-newsletter': { ...POST, ...forSenders, limit: 'newsletter-check', handle: newsletterApproval.approveNewsletter },
    'reopen-newsletter': { ...POST, ...forSenders, limit: 'newsletter-approval', handle: newsletterApproval.reopenNewsletter },
    'cancel-newsletter': { ...POST, ...forSenders, limit: 'newsletter-approval', handle: newsletterApproval.cancelNewsletter },
    // A test to the own address; to others, and the sending itself, with the permission send.
    // The HTML of an editor, of which a character may take three bytes, or six as an escape.
    'send-newsletter': { ...POST, ...forNewsletters, limit: 'newsletter', bodyLimit: 4 * MB, handle: newsletterSending.sendNewsletter },
    'control-newsletter': { ...POST, ...forSenders, limit: 'newsletter', handle: newsletterSending.controlNewsletter },
    'read-newsletter-progress': { ...POST, ...forNewsletters, limit: 'newsletter-progress', handle: newsletterSending.readNewsletterProgress },
    'import-subscribers': { ...POST, ...forAdministrators, scope: 'subscribers', limit: 'subscriber-import', type: ['text/csv', 'application/zip'], bodyLimit: IMPORT_MAX_BYTES, isStreamed: true, handle: subscribers.importSubscribers },
    'undo-bounce': { ...POST, ...forAddresses, limit: 'subscriber-record', handle: undoBounce },
    'add-subscriber': { ...POST, ...forAddresses, scope: 'subscribers', limit: 'subscriber-adding', handle: addSubscriber },
    'send-confirmation-again': { ...POST, ...forAddresses, limit: 'subscriber-adding', handle: sendConfirmationAgain },
    'export-subscribers': { ...GET, ...forAddresses, scope: 'subscribers', limit: 'subscriber-record', handle: subscribers.exportSubscribers },
    'read-subscriber': { ...POST, ...forAddresses, limit: 'subscriber-record', handle: subscribers.readSubscriber },
    'erase-subscriber': { ...POST, ...forAdministrators, limit: 'subscriber-record', handle: subscribers.eraseSubscriber },
  },
  jobs: [
    handles(newsletter.sendConfirmationMailJob, sendConfirmationMail),
    handles(newsletter.sendWelcomeMailJob, sendWelcomeMail),
    handles(newsletter.sendSubscriberDataJob, sendSubscriberData),
    handles(newsletter.sendErasureMailJob, sendErasureMail),
    handles(newsletter.sendNewsletterNoticeJob, sendNewsletterNotice),
    handles(
      newsletter.sendNewsletterIssueJob,
      (deps: Services, { issueId }, run) => sendIssue(deps, issueId, run),
      HELD,
    ),
    handles(
      newsletter.draftNewsletterJob,
      (deps: Services, { sunday }) => draftForSunday(deps, sunday),
      HELD,
    ),
    handles(newsletter.sendScheduledIssuesJob, sendScheduledIssues, HELD),
    handles(newsletter.followNewsletterJob, (deps: Services) => runScheduler(deps), HELD_EVERY_MINUTE),
    handles(newsletter.resumeNewslettersJob, resumeNewsletters, HELD_EVERY_MINUTE),
    handles(
      newsletter.readReportMailboxJob,
      (deps: Services, _, run) => readReportMailbox(deps, run),
      HELD_EVERY_FIVE_MINUTES,
    ),
    handles(newsletter.queueWelcomeMailsJob, enqueueWelcomeMails, HELD_EVERY_MINUTE),
  ],
  notified: (services) => [welcomeOnNotify(services)],
} satisfies Feature
