import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import {
  chooseTopicsJob,
  followWorkJob,
  publishAtItsMomentJob,
  publishScheduledJob,
  sendScheduleNoticeJob,
  sendWorkMailJob,
} from '#server/features/articles/jobs.ts'
import { sendScheduleNotice } from '#server/features/articles/mails/schedule-notice-mail.tsx'
import { sendWorkMail } from '#server/features/articles/mails/work-mail.tsx'
import { publishAtItsMoment, publishScheduled } from '#server/features/articles/publish-scheduled.ts'
import { queueWorkMails } from '#server/features/articles/queue-work-mails.ts'
import { renewSearch } from '#server/features/articles/renew-search.ts'
import { followBackupsJob, makeBackupJob, sendBackupNoticeJob } from '#server/features/backup/jobs.ts'
import { sendBackupNotice } from '#server/features/backup/mails/backup-notice-mail.tsx'
import { followBackups } from '#server/features/backup/schedule/follow-backups.ts'
import { makeBackup } from '#server/features/backup/schedule/make-backup.ts'
import { seedDemoIssues } from '#server/features/demo/seed-demo-issues.ts'
import { readImportInJob, runImportInJob, undoImportInJob } from '#server/features/import/run/import-jobs.ts'
import { readImportJob, runImportJob, undoImportJob } from '#server/features/import/run/jobs.ts'
import { submitAddressesJob } from '#server/features/indexnow/jobs.ts'
import { submitAddresses } from '#server/features/indexnow/submit-addresses.ts'
import * as newsletter from '#server/features/newsletter/jobs.ts'
import {
  sendConfirmationMail,
  sendErasureMail,
} from '#server/features/newsletter/mails/confirmation-mail.tsx'
import { sendNewsletterNotice } from '#server/features/newsletter/mails/newsletter-notice-mail.tsx'
import { sendSubscriberData } from '#server/features/newsletter/mails/subscriber-data-mail.tsx'
import { sendWelcomeMail } from '#server/features/newsletter/mails/welcome-mail.tsx'
import { readReportMailbox } from '#server/features/newsletter/reports/mailbox/read-mailbox.ts'
import { draftForSunday } from '#server/features/newsletter/schedule/draft-for-sunday.ts'
import { runScheduler, sendScheduledIssues } from '#server/features/newsletter/schedule/scheduler.ts'
import { sendIssue } from '#server/features/newsletter/send/send-issue.ts'
import { resumeNewsletters } from '#server/features/newsletter/send/supervise-sending.ts'
import { enqueueWelcomeMails } from '#server/features/newsletter/subscriptions/queue-welcomes.ts'
import { requestNewsFeedsJob } from '#server/features/newsroom/feeds/jobs.ts'
import { requestDueFeeds } from '#server/features/newsroom/feeds/request-due-feeds.ts'
import { groupLeftItems } from '#server/features/newsroom/groups/group-left-items.ts'
import { groupNewsJob } from '#server/features/newsroom/groups/jobs.ts'
import { recheckSourcesJob } from '#server/features/newsroom/rechecks/jobs.ts'
import { recheckSources } from '#server/features/newsroom/rechecks/recheck-sources.ts'
import { endCountedDay, endCountedDayJob } from '#server/features/page-views/end-counted-day.ts'
import { purgeCdnJob } from '#server/features/pages/cdn/jobs.ts'
import { purgeCdn } from '#server/features/pages/cdn/purge-cdn.ts'
import type { Services } from '#server/features/services.ts'
import { deliverToSocialWeb } from '#server/features/social/deliveries/deliver.ts'
import { tellChanges } from '#server/features/social/deliveries/tell-changes.ts'
import { deliverToSocialWebJob, tellSocialWebJob } from '#server/features/social/jobs.ts'
import { makeArticleAudioJob, makeNewsletterAudioJob } from '#server/features/speech/jobs.ts'
import { makeArticleAudio } from '#server/features/speech/make-article-audio.ts'
import { makeNewsletterAudio } from '#server/features/speech/make-newsletter-audio.ts'
import { countChangedSegments } from '#server/features/translation/count-changed-segments.ts'
import {
  countStaleTranslationsJob,
  resumeTranslationsJob,
  translateArticleJob,
} from '#server/features/translation/jobs.ts'
import { resumeTranslations } from '#server/features/translation/resume-runs.ts'
import { runTranslation } from '#server/features/translation/run-translation.ts'
import { deliverWebhook, followWebhooks } from '#server/features/webhooks/deliver-webhook.ts'
import { deliverWebhookJob, followWebhooksJob, sendWebhookNoticeJob } from '#server/features/webhooks/jobs.ts'
import { sendWebhookNotice } from '#server/features/webhooks/mails/webhook-notice-mail.tsx'
import { askCallback } from '#server/features/websub/ask-callback.ts'
import { followFeedSubscribers } from '#server/features/websub/follow-feed-subscribers.ts'
import {
  askCallbackJob,
  followFeedSubscribersJob,
  sendFeedJob,
  tellPublicHubJob,
} from '#server/features/websub/jobs.ts'
import { sendFeed } from '#server/features/websub/send-feed.ts'
import { tellPublicHub } from '#server/features/websub/tell-public-hub.ts'
import { handles, type JobHandler } from '#server/platform/queue/job.ts'
import * as auth from '#server/supabase/auth/jobs.ts'
import {
  sendInvitation,
  sendRecoveryMail,
  sendSecurityNotice,
  sendSignInLink,
} from '#server/supabase/auth/mails/send-account-mails.ts'
import { checkForUpdate, checkForUpdateJob } from '#server/upkeep/check-for-update.ts'
import { purge, purgeJob } from '#server/upkeep/purge.ts'
import { settleLostMails, settleLostMailsJob } from '#server/upkeep/settle-lost-mails.ts'

const EVERY_MINUTE = { cron: '* * * * *' }
const EVERY_FIVE_MINUTES = { cron: '*/5 * * * *' }
/** Does nothing on a restored site until an administrator confirms that it goes on. */
const HELD = { isHeld: true }

/** Every job of the site with its handler, and those that a schedule starts with their time. */
export const JOBS: readonly JobHandler<Services>[] = [
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
  handles(newsletter.draftNewsletterJob, (deps: Services, { sunday }) => draftForSunday(deps, sunday), HELD),
  handles(newsletter.sendScheduledIssuesJob, sendScheduledIssues, HELD),
  handles(newsletter.followNewsletterJob, (deps: Services) => runScheduler(deps), {
    ...EVERY_MINUTE,
    ...HELD,
  }),
  handles(newsletter.resumeNewslettersJob, resumeNewsletters, { ...EVERY_MINUTE, ...HELD }),
  handles(newsletter.readReportMailboxJob, (deps: Services, _, run) => readReportMailbox(deps, run), {
    ...EVERY_FIVE_MINUTES,
    ...HELD,
  }),
  handles(newsletter.queueWelcomeMailsJob, enqueueWelcomeMails, { ...EVERY_MINUTE, ...HELD }),
  handles(newsletter.seedDemoIssuesJob, (deps: Services, _, { createdAt }) =>
    seedDemoIssues(deps, createdAt),
  ),
  handles(auth.sendRecoveryMailJob, sendRecoveryMail),
  handles(auth.sendSignInLinkJob, sendSignInLink),
  handles(auth.sendInvitationJob, sendInvitation),
  handles(auth.sendSecurityNoticeJob, sendSecurityNotice),
  handles(translateArticleJob, (deps: Services, { runId }, run) => runTranslation(deps, runId, run)),
  handles(resumeTranslationsJob, resumeTranslations, { ...EVERY_MINUTE, ...HELD }),
  handles(countStaleTranslationsJob, ({ sql }: Services) => countChangedSegments(sql), EVERY_FIVE_MINUTES),
  handles(publishAtItsMomentJob, publishAtItsMoment, HELD),
  handles(publishScheduledJob, publishScheduled, { ...EVERY_MINUTE, ...HELD }),
  handles(sendScheduleNoticeJob, sendScheduleNotice),
  handles(followWorkJob, queueWorkMails, { ...EVERY_MINUTE, ...HELD }),
  handles(sendWorkMailJob, sendWorkMail),
  handles(
    chooseTopicsJob,
    async ({ sql }, _, { signal }) => {
      await renewSearch(sql, signal)
      await chooseTopics(sql, signal)
    },
    EVERY_MINUTE,
  ),
  handles(groupNewsJob, (deps: Services) => groupLeftItems(deps), EVERY_FIVE_MINUTES),
  handles(makeBackupJob, makeBackup),
  handles(followBackupsJob, (deps: Services) => followBackups(deps), { ...EVERY_MINUTE, ...HELD }),
  handles(sendBackupNoticeJob, sendBackupNotice),
  handles(requestNewsFeedsJob, requestDueFeeds, { ...EVERY_MINUTE, ...HELD }),
  handles(purgeCdnJob, purgeCdn, HELD),
  handles(readImportJob, readImportInJob),
  handles(runImportJob, runImportInJob),
  handles(undoImportJob, undoImportInJob),
  handles(deliverWebhookJob, deliverWebhook, HELD),
  handles(followWebhooksJob, followWebhooks, { ...EVERY_MINUTE, ...HELD }),
  handles(sendWebhookNoticeJob, sendWebhookNotice),
  handles(tellSocialWebJob, (deps: Services, _, { signal }) => tellChanges(deps, signal), {
    ...EVERY_MINUTE,
    ...HELD,
  }),
  handles(deliverToSocialWebJob, (deps: Services, _, { signal }) => deliverToSocialWeb(deps, signal), {
    ...EVERY_MINUTE,
    ...HELD,
  }),
  handles(makeArticleAudioJob, (deps: Services, _, { signal }) => makeArticleAudio(deps, signal), {
    ...EVERY_MINUTE,
    ...HELD,
  }),
  handles(makeNewsletterAudioJob, (deps: Services, _, { signal }) => makeNewsletterAudio(deps, signal), {
    ...EVERY_MINUTE,
    ...HELD,
  }),
  handles(askCallbackJob, askCallback, HELD),
  handles(sendFeedJob, sendFeed, HELD),
  handles(followFeedSubscribersJob, followFeedSubscribers, { ...EVERY_MINUTE, ...HELD }),
  handles(tellPublicHubJob, tellPublicHub, HELD),
  handles(submitAddressesJob, submitAddresses, { ...EVERY_FIVE_MINUTES, ...HELD }),
  handles(recheckSourcesJob, recheckSources, { ...EVERY_FIVE_MINUTES, ...HELD }),
  handles(endCountedDayJob, endCountedDay, EVERY_FIVE_MINUTES),
  handles(settleLostMailsJob, settleLostMails, EVERY_FIVE_MINUTES),
  handles(checkForUpdateJob, checkForUpdate, { cron: '41 * * * *' }),
  handles(purgeJob, purge, { cron: '17 * * * *' }),
]
