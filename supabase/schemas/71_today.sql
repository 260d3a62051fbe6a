-- The work that waits for a person: the same for the list of the dashboard and for the badges of the menu.

/* Returns what waits for the caller, of what the caller may see; of translations to review, for a translator not what a colleague has. Numbers end
   at 100, which the desk shows as 99+, so that nothing is counted further. Without p_in_detail, for the menu, only what its badges count. p_sunday is the next Sunday of the newsletter, and p_sunday_at
   its moment. Security definer, because policies would be asked again for every table; what belongs to one person is compared with
   auth.uid(). */
create function private.list_waiting(p_sunday date, p_sunday_at timestamptz, p_in_detail boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
  -- Each answer is bounded, so following indexes is always less work than reading a table; PostgreSQL expects more rows than a limit takes.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  set max_parallel_workers_per_gather = 0
as $$
declare
  me constant uuid := auth.uid();
  soon constant timestamptz := now() + interval '7 days';
  lately constant timestamptz := now() - interval '7 days';
  reads_all constant boolean := private.is_editor();
  -- Of those who are no editors.
  readable constant uuid[] := array(select private.readable_drafts());
  -- Those that the caller translates into.
  offered constant text[] := array(
    select unnest(private.offered_languages()) intersect select unnest(private.translated_languages()));
  makes_newsletters constant boolean := private.makes_newsletters();
  to_review integer;
  by_language jsonb := '[]';
  unread jsonb;
  failed jsonb;
  stale integer;
  unsaved jsonb;
  drafts jsonb := '{"count": 0, "newest": []}';
  missed jsonb;
  scheduled jsonb := '[]';
  endings jsonb := '[]';
  issues jsonb := '[]';
  last_sent jsonb;
  uncertain jsonb := '[]';
  mails integer := 0;
begin
  select least(coalesce(sum(translations), 0), 100), coalesce(jsonb_agg(
      jsonb_build_object('language', language, 'count', least(translations, 100)) order by language) filter (where p_in_detail), '[]')
    into to_review, by_language from (
      select language, count(distinct article_id) as translations from (
        select waiting.article_id, waiting.language
        from private.waiting join public.articles as translation on translation.id = waiting.article_id
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en'
            and (reads_all or (original.published or original.id = any(readable))
              and coalesce(private.person_of_translation(translation.id, original.id, translation.language), me) = me)
        where waiting.kind in ('renewed', 'unreviewed', 'finished', 'conflict', 'report') and waiting.language = any(offered)
        -- A hundred translations, if each has all five reasons.
        limit case when not p_in_detail then 500 end) as found
      group by language) as counted;

  select coalesce(jsonb_agg(jsonb_build_object('language', code, 'count', found.translations) order by code), '[]') into unread
    from unnest(offered) as code, lateral (
      select count(*) as translations from (
        select from private.waiting join public.articles as translation on translation.id = waiting.article_id
        join public.articles as original on original.id = translation.original_article_id and original.language = 'en'
          and (reads_all or (original.published or original.id = any(readable)) and not exists (
            select from public.translation_claims as claim
            where claim.original_id = original.id and claim.language = code and claim.ended_at is null
              and claim.user_id <> me and claim.saved_at > now() - private.time_of_claim()))
        where waiting.kind = 'unread' and waiting.language = code limit 100) as one) as found
    where found.translations > 0;

  select jsonb_object_agg(case when is_published then 'published' else 'drafts' end, runs) into failed
    from unnest(array[true, false]) as state (is_published), lateral (
      select count(*) as runs from (
        select from private.waiting join public.articles as original on original.id = waiting.article_id and original.language = 'en'
          and original.original_article_id is null and original.published = is_published
          and (reads_all or original.published or original.id = any(readable))
        where waiting.kind = 'failed' and waiting.language = any(offered) limit 100) as failures) as counted;
  select count(*) into stale from (
    select from private.waiting join public.articles as translation on translation.id = waiting.article_id
    join public.article_translations as made on made.translation_id = translation.id
    join public.articles as original on original.id = made.original_id and original.published and original.language = 'en'
    where waiting.kind = 'stale' and waiting.language = any(offered)
      and not exists (select from public.pending_translations as pending where pending.translation_id = waiting.article_id)
      and not exists (
        select from public.translation_runs as run
        where run.article_id = made.original_id and run.language = made.language
          and (run.status in ('queued', 'running', 'paused') or run.status = 'failed' and run.ended_at > made.translated_at
            and not exists (
              select from public.translation_runs as later
              where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)))
    limit 100) as behind;

  select coalesce(jsonb_agg(to_jsonb(form) order by updated_at desc), '[]') into unsaved from (
    select copies.article_id, copies.id as copy_id, copies.title, copies.updated_at,
      case when articles.id is not null then
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title,
          'published', articles.published) end as article,
      -- Somebody else has saved the article since this form was begun.
      case when articles.updated_at > copies.since then jsonb_build_object('by', (
        select private.name_of_person(revision.made_by) from public.article_revisions as revision
        where revision.made_by <> me and revision.id = (select max(id) from public.article_revisions where article_id = articles.id))) end as conflict
    from (
      select distinct on (article_id) article_id, id, title, since, updated_at
      from public.working_copies where owner = me order by article_id, updated_at desc, id desc) as copies
    left join public.articles on articles.id = copies.article_id and (reads_all or private.reads_article(articles.id))
    -- The words that were typed of an article that is deleted now wait until it comes back.
    where articles.id is not null or copies.since is null
    order by copies.updated_at desc limit 100) as form;
  select coalesce(jsonb_agg(to_jsonb(schedule) order by publish_at desc), '[]') into missed from (
    select schedules.publish_at, schedules.zone, schedules.status, schedules.reason,
      jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
    from private.waiting join public.article_schedules as schedules using (article_id) join public.articles on articles.id = article_id
    where waiting.kind = 'schedule' and waiting.state <> 'waiting' and not articles.published
      and (reads_all or coalesce(articles.original_article_id, articles.id) = any(readable))
    order by waiting.due_at desc limit 100) as schedule;
  if p_in_detail then
    select jsonb_build_object('count', count(*), 'newest', coalesce(jsonb_agg(to_jsonb(mine) - 'place' order by place) filter (where place <= 3), '[]'))
      into drafts from (
        select id, slug, language, title, row_number() over (order by publish_date desc, id) as place
        from public.articles as draft
        where not published and original_article_id is null and (reads_all or draft.id = any(readable))
          and exists (
            select from public.article_revisions as revision
            where revision.article_id = draft.id and revision.made_by = me and revision.made_by is not null and not revision.published)
          and not exists (select from public.working_copies where owner = me and article_id = draft.id)
          and not exists (select from public.article_schedules as schedule where schedule.article_id = draft.id and status <> 'published')
        order by publish_date desc, id limit 100) as mine;
    select coalesce(jsonb_agg(to_jsonb(schedule) order by publish_at), '[]') into scheduled from (
      select schedules.publish_at, schedules.zone, schedules.status, schedules.reason,
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
      from private.waiting join public.article_schedules as schedules using (article_id) join public.articles on articles.id = article_id
      where waiting.kind = 'schedule' and waiting.state = 'waiting' and waiting.due_at < soon
        and (reads_all or coalesce(articles.original_article_id, articles.id) = any(readable))
      order by waiting.due_at limit 100) as schedule;
    select coalesce(jsonb_agg(to_jsonb(ending) order by unpublish_at), '[]') into endings from (
      select unpublishings.unpublish_at, unpublishings.zone,
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
      from private.waiting join public.article_unpublishings as unpublishings using (article_id) join public.articles on articles.id = article_id
      where waiting.kind = 'ending' and waiting.due_at < soon and (reads_all or coalesce(articles.original_article_id, articles.id) = any(readable))
        and (articles.published or exists (
        select from public.article_schedules as schedule where schedule.article_id = articles.id and schedule.status = 'waiting'))
      order by waiting.due_at limit 100) as ending;
  end if;

  if makes_newsletters then
    -- The issue that is for Sunday, is on its way, or is sent soon.
    select coalesce(jsonb_agg(to_jsonb(issue) order by scheduled_for nulls last, created_at desc), '[]') into issues from (
      select issue.id, issue.status, issue.scheduled_for, issue.started_at, issue.held_reason, issue.may_have_left,
        issue.needs_approval, issue.created_at, edition.subject, coalesce(issue.id = sunday.id, false) as is_for_sunday
      from public.newsletter_issues as issue
      left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
      left join (select id from private.issues_of_sunday(p_sunday_at) limit 1) as sunday on true
      where issue.id = sunday.id or issue.status in ('sending', 'paused') or issue.may_have_left
        or issue.status = 'scheduled' and (issue.scheduled_for < soon or issue.held_reason is not null)
      limit 20) as issue;
    select to_jsonb(issue) into last_sent from (
      select issue.id, issue.started_at, edition.subject
      from public.newsletter_issues as issue
      left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
      where issue.started_at is not null and issue.origin <> 'demo' and not issue.into_outbox
      order by issue.started_at desc limit 1) as issue;
    select coalesce(jsonb_agg(to_jsonb(issue) order by started_at desc), '[]') into uncertain from (
      select issue.id, issue.started_at, edition.subject, lost.messages as count
      from public.newsletter_issues as issue
      left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
      cross join lateral (
        select count(*) as messages from (
          select from public.newsletter_deliveries where issue_id = issue.id and status = 'uncertain' limit 100) as found) as lost
      where issue.started_at > lately and lost.messages > 0
      order by issue.started_at desc limit 20) as issue;
  end if;
  if private.is_admin() then
    -- Of a week, and not those that were sent again since.
    select count(*) into mails from (
      select from public.mail_deliveries as mail
      where status in ('failed', 'uncertain') and created_at > lately and not exists (
        select from public.mail_deliveries as later
        where lower(later.recipient) = lower(mail.recipient) and later.kind = mail.kind and later.created_at > mail.created_at
          and later.status = 'sent')
      limit 100) as troubled;
  end if;

  return jsonb_build_object('toReview', to_review, 'toReviewIn', by_language, 'unread', unread, 'failed', failed, 'stale', stale, 'unsaved', unsaved, 'drafts', drafts,
    'missed', missed, 'scheduled', scheduled, 'endings', endings, 'issues', issues, 'lastIssue', last_sent, 'uncertain', uncertain, 'mails', mails,
    'hasFactor', exists (select from auth.mfa_factors where user_id = me and status = 'verified'),
    'hasPrintedPassword', exists (select from private.printed_passwords where user_id = me),
    'hasSubscribers', makes_newsletters and exists (select from public.newsletter_subscribers where confirmed and is_active),
    'isSundayDecided', private.is_sunday_decided(p_sunday));
end
$$;

/* Returns what the dashboard shows beside that, of what the caller reads: numbers of originals, those published from p_from until before p_until,
   the newest originals, and for administrators how far a new publication has come. */
create function private.read_dashboard(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  reads_all constant boolean := private.is_editor();
  readable constant uuid[] := array(select private.readable_drafts());
begin
  return jsonb_build_object(
    'counts', (
      select jsonb_build_object(
        'total', count(*),
        'featured', count(*) filter (where featured),
        'publishedToday', count(*) filter (where published and publish_date >= p_from and publish_date < p_until),
        'drafts', count(*) filter (where not published))
      from public.articles where original_article_id is null and (reads_all or published or id = any(readable))),
    'recent', (
      select coalesce(jsonb_agg(to_jsonb(newest) order by publish_date desc, id), '[]')
      from (
        select id, slug, language, title, category, publish_date, reading_time, published, featured,
          exists (select from public.article_schedules where article_id = articles.id and status = 'waiting') as scheduled
        from public.articles where original_article_id is null and (reads_all or published or id = any(readable))
        order by publish_date desc, id limit 5) as newest),
    'firstSteps', case when private.is_admin() then jsonb_build_object(
      'isNamed', exists (select from public.settings where key = 'site_name'),
      'isDismissed', exists (select from public.settings where key = 'welcome'),
      'hasCompany', exists (select from public.newsletter_subscribers where confirmed)
        or (select count(*) from public.user_roles) > 1
        or exists (select from private.invitations where expires_at > now()))
      else '{"isNamed": true, "isDismissed": true, "hasCompany": true}' end);
end
$$;

/* The desk of the caller: {waiting, backups}, and with p_from the dashboard as well. Of backups, only administrators learn anything. Raises
   42501 for who has no role. */
create function private.read_desk(p_sunday date, p_sunday_at timestamptz, p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk have one.';
  end if;
  return jsonb_build_object(
      'waiting', private.list_waiting(p_sunday, p_sunday_at, p_from is not null)
        || jsonb_build_object('handIns', private.list_hand_ins(), 'changedSources', private.list_changed_sources()),
      'backups', case when private.is_admin() then private.backup_state() else jsonb_build_object('decided', true, 'daily_at', null,
        'since', null, 'last_good', null, 'under_way', false, 'trouble', null) end)
    || case when p_from is null then '{}' else private.read_dashboard(p_from, p_until) end;
end
$$;

grant execute on function
  private.read_desk(date, timestamptz, timestamptz, timestamptz)
to authenticated;
