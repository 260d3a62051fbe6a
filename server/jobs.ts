import { chooseTopics } from '#server/features/articles/jobs/choose-topics.ts'
import {
  chooseTopicsJob,
  publishAtItsMomentJob,
  publishScheduledJob,
} from '#server/features/articles/jobs/definitions.ts'
import { publishAtItsMoment } from '#server/features/articles/jobs/publish-at-its-moment.ts'
import { publishScheduled } from '#server/features/articles/jobs/publish-scheduled.ts'
import * as newsletter from '#server/features/newsletter/jobs/definitions.ts'
import { draftNewsletter } from '#server/features/newsletter/jobs/draft-newsletter.ts'
import { followNewsletter } from '#server/features/newsletter/jobs/follow-newsletter.ts'
import { newsletterAtItsMoment } from '#server/features/newsletter/jobs/newsletter-at-its-moment.ts'
import { queueWelcomeMails } from '#server/features/newsletter/jobs/queue-welcome-mails.ts'
import { resumeNewsletters } from '#server/features/newsletter/jobs/resume-newsletters.ts'
import { sendConfirmationMail } from '#server/features/newsletter/jobs/send-confirmation-mail.ts'
import { sendErasureMail } from '#server/features/newsletter/jobs/send-erasure-mail.ts'
import { sendNewsletterIssue } from '#server/features/newsletter/jobs/send-newsletter-issue.ts'
import { sendNewsletterNotice } from '#server/features/newsletter/jobs/send-newsletter-notice.ts'
import { sendSubscriberData } from '#server/features/newsletter/jobs/send-subscriber-data.ts'
import { sendWelcomeMail } from '#server/features/newsletter/jobs/send-welcome-mail.ts'
import type { Services } from '#server/features/services.ts'
import { countStaleTranslations } from '#server/features/translation/jobs/count-stale-translations.ts'
import {
  countStaleTranslationsJob,
  resumeTranslationsJob,
  translateArticleJob,
} from '#server/features/translation/jobs/definitions.ts'
import { translateArticle } from '#server/features/translation/jobs/translate-article.ts'
import { resumeTranslations } from '#server/features/translation/resume-runs.ts'
import { handles, type JobHandler } from '#server/platform/queue/job.ts'
import * as auth from '#server/supabase/auth/jobs/definitions.ts'
import { sendInvitation } from '#server/supabase/auth/jobs/send-invitation.ts'
import { sendRecoveryMail } from '#server/supabase/auth/jobs/send-recovery-mail.ts'
import { sendSecurityNotice } from '#server/supabase/auth/jobs/send-security-notice.ts'
import { sendSignInLink } from '#server/supabase/auth/jobs/send-sign-in-link.ts'
import { purgeJob, settleLostMailsJob } from '#server/upkeep/definitions.ts'
import { purge } from '#server/upkeep/purge.ts'
import { settleLostMails } from '#server/upkeep/settle-lost-mails.ts'

const EVERY_MINUTE = { cron: '* * * * *' }
const EVERY_FIVE_MINUTES = { cron: '*/5 * * * *' }

/** Every job of the site with its handler, and those that a schedule starts with their time. */
export const JOBS: readonly JobHandler<Services>[] = [
  handles(newsletter.sendConfirmationMailJob, sendConfirmationMail),
  handles(newsletter.sendWelcomeMailJob, sendWelcomeMail),
  handles(newsletter.sendSubscriberDataJob, sendSubscriberData),
  handles(newsletter.sendErasureMailJob, sendErasureMail),
  handles(newsletter.sendNewsletterNoticeJob, sendNewsletterNotice),
  handles(newsletter.sendNewsletterIssueJob, sendNewsletterIssue),
  handles(newsletter.draftNewsletterJob, draftNewsletter),
  handles(newsletter.newsletterAtItsMomentJob, newsletterAtItsMoment),
  handles(newsletter.followNewsletterJob, followNewsletter, EVERY_MINUTE),
  handles(newsletter.resumeNewslettersJob, resumeNewsletters, EVERY_MINUTE),
  handles(newsletter.queueWelcomeMailsJob, queueWelcomeMails, EVERY_MINUTE),
  handles(auth.sendRecoveryMailJob, sendRecoveryMail),
  handles(auth.sendSignInLinkJob, sendSignInLink),
  handles(auth.sendInvitationJob, sendInvitation),
  handles(auth.sendSecurityNoticeJob, sendSecurityNotice),
  handles(translateArticleJob, translateArticle),
  handles(resumeTranslationsJob, resumeTranslations, EVERY_MINUTE),
  handles(countStaleTranslationsJob, countStaleTranslations, EVERY_FIVE_MINUTES),
  handles(publishAtItsMomentJob, publishAtItsMoment),
  handles(publishScheduledJob, publishScheduled, EVERY_MINUTE),
  handles(chooseTopicsJob, chooseTopics, EVERY_MINUTE),
  handles(settleLostMailsJob, settleLostMails, EVERY_FIVE_MINUTES),
  handles(purgeJob, purge, { cron: '17 * * * *' }),
]
