import { type Fragment, fragment } from '#server/platform/database/fragment.ts'

/** As the privacy page says. */
const IS_TWO_YEARS_OLD = fragment`day < current_date - interval '24 months'`

/** The rows that are deleted, by table. `key` is a unique column of the table, or several that are unique together. */
export const PURGED_ROWS: { table: string; key: string | readonly string[]; when: Fragment }[] = [
  {
    table: 'public.newsletter_subscribers',
    key: 'id',
    when: fragment`not confirmed and subscribed_at < now() - interval '30 days' and not exists (
      select from private.newsletter_consents
      where subscriber_id = newsletter_subscribers.id and confirmation_sent_at >= now() - interval '30 days')`,
  },
  {
    table: 'private.newsletter_confirmation_tokens',
    key: 'token_hash',
    when: fragment`expires_at < now() - interval '30 days'`,
  },
  {
    table: 'public.newsletter_send_tickets',
    key: 'ticket_hash',
    when: fragment`expires_at < now() - interval '1 day'`,
  },
  {
    table: 'private.newsletter_erasure_tokens',
    key: 'token_hash',
    when: fragment`expires_at < now() - interval '1 day'`,
  },
  {
    table: 'private.newsletter_bounces',
    key: 'id',
    when: fragment`reported_at < now() - interval '180 days'`,
  },
  {
    // Providers repeat an event for a day; by hand it can be repeated later.
    table: 'private.mail_report_events',
    key: ['way', 'id'],
    when: fragment`received_at < now() - interval '30 days'`,
  },
  {
    // A copy of a request is refused by its date before that.
    table: 'private.social_received',
    key: 'hash',
    when: fragment`received_at < now() - interval '3 hours'`,
  },
  { table: 'private.remote_keys', key: 'id', when: fragment`expires_at < now()` },
  {
    // With what could not be delivered in a week. Answers to strangers, who cause any number of them, go when they were delivered.
    table: 'private.social_activities',
    key: 'id',
    when: fragment`made_at < now() - interval '8 days' or kind in ('Accept', 'Reject') and made_at < now() - interval '1 hour'
      and not exists (select from private.social_deliveries where activity_id = social_activities.id)`,
  },
  { table: 'auth.sessions', key: 'id', when: fragment`not_after < now() - interval '1 day'` },
  { table: 'auth.mfa_challenges', key: 'id', when: fragment`created_at < now() - interval '1 day'` },
  { table: 'auth.one_time_tokens', key: 'id', when: fragment`created_at < now() - interval '1 day'` },
  { table: 'auth.password_resets', key: 'session_id', when: fragment`expires_at < now()` },
  {
    table: 'private.invitations',
    key: 'email',
    when: fragment`expires_at < now() - interval '1 day'`,
  },
  {
    // Tokens that a living session replaced long ago. After this, showing one again no longer ends the session.
    table: 'auth.refresh_tokens',
    key: 'id',
    when: fragment`revoked and updated_at < now() - interval '30 days'`,
  },
  {
    table: 'public.mail_deliveries',
    key: 'id',
    when: fragment`created_at < now() - interval '30 days' and status not in ('queued', 'sending')`,
  },
  {
    // A stored mail is shown by its delivery, and goes with it.
    table: 'public.outbox_mails',
    key: 'id',
    when: fragment`created_at < now() - interval '30 days'`,
  },
  {
    // Triggers delete its revisions, and the rows of what was deleted together with it.
    table: 'public.article_trash',
    key: 'id',
    when: fragment`deleted_with is null and deleted_at < now() - interval '30 days'`,
  },
  {
    // Of a page that was deleted, from then on.
    table: 'public.page_revisions',
    key: 'id',
    when: fragment`made_at < now() - interval '30 days'
      and not exists (select from public.pages where slug = page_revisions.slug and language = page_revisions.language)
      and not exists (
        select from public.page_revisions as later
        where later.slug = page_revisions.slug and later.language = page_revisions.language
          and later.made_at >= now() - interval '30 days')`,
  },
  {
    table: 'public.working_copies',
    key: 'id',
    when: fragment`updated_at < now() - interval '90 days'`,
  },
  {
    // Findings of an article that was never saved.
    table: 'public.article_check_overrides',
    key: 'article_id',
    when: fragment`made_at < now() - interval '90 days'
      and not exists (select from public.articles where id = article_check_overrides.article_id)
      and not exists (select from public.article_trash where article_id = article_check_overrides.article_id)`,
  },
  {
    // Dropped ones, and those whose article is deleted for good.
    table: 'public.ideas',
    key: 'id',
    when: fragment`dropped_at < now() - interval '30 days' or article_id is not null and updated_at < now() - interval '1 day'
      and not exists (select from public.articles where articles.id = ideas.article_id)
      and not exists (select from public.article_trash where article_trash.article_id = ideas.article_id)`,
  },
  {
    table: 'public.article_schedules',
    key: 'article_id',
    when: fragment`settled_at < now() - interval '90 days'`,
  },
  {
    table: 'public.article_previews',
    key: 'id',
    when: fragment`expires_at < now() - interval '30 days'`,
  },
  {
    table: 'public.translation_reports',
    key: 'id',
    when: fragment`created_at < now() - interval '180 days'`,
  },
  {
    // How long somebody usually takes is known from the last ones.
    table: 'public.translation_claims',
    key: 'id',
    when: fragment`ended_at < now() - interval '1 year'`,
  },
  {
    // Of each article and language, the last one stays.
    table: 'public.translation_runs',
    key: 'id',
    when: fragment`ended_at < now() - interval '90 days' and exists (
      select from public.translation_runs as later
      where later.article_id = translation_runs.article_id and later.language = translation_runs.language
        and later.requested_at > translation_runs.requested_at)`,
  },
  {
    // Suggestions that were not accepted, or that are remembered since.
    table: 'private.suggested_wordings',
    key: 'wording_hash',
    when: fragment`made_at < now() - interval '90 days'`,
  },
  {
    // Only those of the last 24 hours are looked for.
    table: 'private.newsletter_calls',
    key: 'id',
    when: fragment`called_at < now() - interval '30 days'`,
  },
  {
    table: 'private.look_files',
    key: 'name',
    when: fragment`remove_after < now() and not private.is_look_file_used(name)`,
  },
  {
    // The log of webhooks.
    table: 'public.webhook_deliveries',
    key: 'id',
    when: fragment`status <> 'waiting' and (happened_at < now() - interval '30 days' or id in (
      select id from (
        select id, row_number() over (partition by webhook_id order by happened_at desc, id) as place
        from public.webhook_deliveries where status <> 'waiting') as ended
      where place > 1000))`,
  },
  { table: 'private.websub_subscriptions', key: 'id', when: fragment`expires_at < now()` },
  { table: 'private.websub_requests', key: 'id', when: fragment`requested_at < now() - interval '1 day'` },
  {
    // Uploads that nobody went on with; not an import that could still be undone.
    table: 'private.imports',
    key: 'id',
    when: fragment`kind <> 'command'
      and (state = 'uploading' and active_at < now() - interval '2 days'
        or state in ('planned', 'failed') and active_at < now() - interval '14 days')
      and not exists (select from private.import_items where imports.id in (created_by, changed_by))`,
  },
  {
    // Parts of uploads that no import needs any more.
    table: 'storage.objects',
    key: 'id',
    when: fragment`bucket_id = 'imports' and not exists (
      select from private.imports
      where id::text = split_part(objects.name, '/', 1)
        and (state in ('uploading', 'reading', 'importing') or active_at > now() - interval '14 days' and state in ('planned', 'failed')))`,
  },
  {
    table: 'private.news_texts',
    key: 'item_id',
    when: fragment`fetched_at < now() - interval '30 days'`,
  },
  {
    // Pages that no young article cites any more.
    table: 'private.source_checks',
    key: 'url',
    when: fragment`next_at < now() - interval '7 days'`,
  },
  {
    // With the texts that the model was given, which are kept no longer elsewhere either.
    table: 'private.draft_requests',
    key: 'id',
    when: fragment`requested_at < now() - interval '30 days'`,
  },
  {
    // Longer than a mail of one article keeps others back.
    table: 'private.work_notices',
    key: 'id',
    when: fragment`made_at < now() - interval '90 days' and (seen_at is not null or mailed_at < now() - interval '2 days')`,
  },
  {
    // Triggers count the groups of the newsroom anew, and delete those that are empty.
    table: 'public.news_items',
    key: 'id',
    when: fragment`added_at < now() - interval '30 days'`,
  },
  {
    table: 'public.news_groups',
    key: 'id',
    when: fragment`created_at < now() - interval '1 day' and not exists (select from public.news_items where group_id = news_groups.id)`,
  },
  { table: 'private.page_views', key: ['day', 'path', 'language'], when: IS_TWO_YEARS_OLD },
  { table: 'private.daily_visitors', key: ['day', 'language'], when: IS_TWO_YEARS_OLD },
  { table: 'private.page_referrers', key: ['day', 'language', 'host'], when: IS_TWO_YEARS_OLD },
  { table: 'private.job_runs', key: 'job_id', when: fragment`started_at < now() - interval '1 day'` },
]
