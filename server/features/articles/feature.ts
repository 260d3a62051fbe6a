import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { checkLinks } from '#server/features/articles/functions/check-links.ts'
import { copyPicture } from '#server/features/articles/functions/copy-picture.ts'
import { exportArticleRecord } from '#server/features/articles/functions/export-article-record.ts'
import { rssFeed } from '#server/features/articles/functions/rss-feed.ts'
import * as jobs from '#server/features/articles/jobs.ts'
import { sendScheduleNotice } from '#server/features/articles/mails/schedule-notice-mail.tsx'
import { sendWorkMail } from '#server/features/articles/mails/work-mail.tsx'
import { publishAtItsMoment, publishScheduled } from '#server/features/articles/publish-scheduled.ts'
import { queueWorkMails } from '#server/features/articles/queue-work-mails.ts'
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
import { fragment } from '#server/platform/database/fragment.ts'
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
  purges: {
    // Triggers delete its revisions, and the rows of what was deleted together with it.
    'public.article_trash': fragment`deleted_with is null and deleted_at < now() - interval '30 days'`,
    // Of a page that was deleted, from then on.
    'public.page_revisions': fragment`made_at < now() - interval '30 days'
      and not exists (select from public.pages where slug = page_revisions.slug and language = page_revisions.language)
      and not exists (
        select from public.page_revisions as later
        where later.slug = page_revisions.slug and later.language = page_revisions.language
          and later.made_at >= now() - interval '30 days')`,
    'public.working_copies': fragment`updated_at < now() - interval '90 days'`,
    // Findings of an article that was never saved.
    'public.article_check_overrides': fragment`made_at < now() - interval '90 days'
      and not exists (select from public.articles where id = article_check_overrides.article_id)
      and not exists (select from public.article_trash where article_id = article_check_overrides.article_id)`,
    // Dropped ones, and those whose article is deleted for good.
    'public.ideas': fragment`dropped_at < now() - interval '30 days' or article_id is not null and updated_at < now() - interval '1 day'
      and not exists (select from public.articles where articles.id = ideas.article_id)
      and not exists (select from public.article_trash where article_trash.article_id = ideas.article_id)`,
    'public.article_schedules': fragment`settled_at < now() - interval '90 days'`,
    'public.article_previews': fragment`expires_at < now() - interval '30 days'`,
    // Longer than a mail of one article keeps others back.
    'private.work_notices': fragment`made_at < now() - interval '90 days' and (seen_at is not null or mailed_at < now() - interval '2 days')`,
  },
} satisfies Feature
