import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { checkLinks } from '#server/features/articles/functions/check-links.ts'
import { copyPicture } from '#server/features/articles/functions/copy-picture.ts'
import { exportArticleRecord } from '#server/features/articles/functions/export-article-record.ts'
import { rssFeed } from '#server/features/articles/functions/rss-feed.ts'
import * as jobs from '#server/features/articles/jobs.ts'
import { sendScheduleNotice } from '#server/features/articles/mails/schedule-notice-mail.tsx'
import { queueWorkMails, sendWorkMail } from '#server/features/articles/mails/work-mail.tsx'
import { publishAtItsMoment, publishScheduled } from '#server/features/articles/publish-scheduled.ts'
import { renewSearch } from '#server/features/articles/renew-search.ts'
import {
  EVERY_MINUTE,
  type Feature,
  forEditors,
  GET,
  HELD,
  HELD_EVERY_MINUTE,
  KB,
  POST,
} from '#server/features/feature.ts'
import { handles } from '#server/platform/queue/job.ts'

export const articlesFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'rss-feed': { ...GET, access: 'anyone', limit: null, handle: rssFeed },
    // Fifty long addresses.
    'check-links': { ...POST, access: 'writer', scope: 'drafts', limit: 'link-check', tooMany: 'links are being checked', bodyLimit: 128 * KB, handle: checkLinks },
    'copy-picture': { ...POST, access: 'author', scope: 'drafts', limit: 'picture-copy', tooMany: 'pictures are being copied', handle: copyPicture },
    'export-article-record': { ...GET, ...forEditors, limit: null, handle: exportArticleRecord },
  },
  jobs: [
    handles(jobs.publishAtItsMomentJob, publishAtItsMoment, HELD),
    handles(jobs.publishScheduledJob, publishScheduled, HELD_EVERY_MINUTE),
    handles(jobs.sendScheduleNoticeJob, sendScheduleNotice),
    handles(jobs.followWorkJob, queueWorkMails, HELD_EVERY_MINUTE),
    handles(jobs.sendWorkMailJob, sendWorkMail),
    handles(
      jobs.chooseTopicsJob,
      async ({ sql }, _, { signal }) => {
        await renewSearch(sql, signal)
        await chooseTopics(sql, signal)
      },
      EVERY_MINUTE,
    ),
  ],
} satisfies Feature
