-- Issues on the web, for readers who are not subscribed.

/* An issue whose sending has begun, in this language or else in English. Readers can read issues by these two
   functions only: no draft, no recipient, and no message with the places for personal links. */
create function public.find_published_newsletter(p_slug text, p_language text)
returns table (
  slug text, language text, subject text, preheader text, content text, started_at timestamptz, languages jsonb)
language sql stable security definer set search_path = ''
as $$
  select issue.slug, message.language, message.subject, message.preheader, message.content, issue.started_at,
         (select jsonb_agg(other.language order by other.language <> 'en', other.language)
          from public.newsletter_messages as other
          where other.issue_id = issue.id and other.language = any(private.offered_languages()))
  from public.newsletter_issues as issue
  join public.newsletter_messages as message on message.issue_id = issue.id
  where issue.slug = p_slug and issue.started_at is not null and message.language in (private.offered_language(p_language), 'en')
  order by message.language <> p_language
  limit 1
$$;

/* The archive: each issue once, in this language or else in English, the latest first. */
create function public.list_published_newsletters(p_language text, p_limit integer default 25, p_offset integer default 0)
returns table (
  slug text, language text, subject text, preheader text, started_at timestamptz, languages jsonb)
language sql stable security definer set search_path = ''
as $$
  select issue.slug, message.language, message.subject, message.preheader, issue.started_at,
         (select jsonb_agg(other.language order by other.language <> 'en', other.language)
          from public.newsletter_messages as other
          where other.issue_id = issue.id and other.language = any(private.offered_languages()))
  from public.newsletter_issues as issue
  cross join lateral (
    select shown.language, shown.subject, shown.preheader from public.newsletter_messages as shown
    where shown.issue_id = issue.id and shown.language in (private.offered_language(p_language), 'en')
    order by shown.language <> p_language
    limit 1) as message
  where issue.started_at is not null and issue.slug is not null
  order by issue.started_at desc, issue.slug desc
  limit least(greatest(p_limit, 0), 1000) offset greatest(p_offset, 0)
$$;

/* Pages, feeds and sitemaps with issues have the tag "newsletters" (core/domain/page-tags.ts). What an issue links to is announced as
   a change of the articles. */
create function private.announce_newsletters() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('page_changes', 'newsletters');
  return null;
end
$$;

-- Another trigger dates the start, so an update need not name the column.
create trigger announce_start after update on public.newsletter_issues
  for each row when ((old.started_at, old.slug) is distinct from (new.started_at, new.slug))
  execute function private.announce_newsletters();
create trigger announce_end after delete on public.newsletter_issues
  for each row when (old.started_at is not null)
  execute function private.announce_newsletters();
create trigger announce_message after insert or update or delete on public.newsletter_messages
  for each statement execute function private.announce_newsletters();

-- The counts of how often the links of an issue were followed, if its editor wants to know: sums per day, without persons.
create table public.newsletter_clicks (
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  -- The number of the link in its edition.
  link integer not null check (link between 1 and 9999),
  -- An address, or a path on this site; it was signed, so it is one of ours.
  target text not null check (char_length(target) between 1 and 2000),
  -- No time of day: with it, a click could be told from others.
  day date not null default (now() at time zone 'UTC')::date,
  people integer not null default 0,
  -- Programs that follow all links of a mail before its reader does.
  scanners integer not null default 0,
  primary key (issue_id, link, target, day)
);
grant select on public.newsletter_clicks to authenticated;
grant all on public.newsletter_clicks to service_role;
create policy "makers of newsletters read clicks" on public.newsletter_clicks
  for select to authenticated using ((select private.makes_newsletters()));

/* Counts a click on a link of an issue that was sent within 90 days, so that the rows of an issue are bounded. Returns whether it was
   counted. */
create function private.count_newsletter_click(p_issue_id uuid, p_link integer, p_target text, p_is_scanner boolean)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into public.newsletter_clicks as click (issue_id, link, target, people, scanners)
    select id, p_link, p_target, (not p_is_scanner)::integer, p_is_scanner::integer
    from public.newsletter_issues
    where id = p_issue_id and counts_clicks and started_at > now() - interval '90 days'
  on conflict (issue_id, link, target, day) do update
    set people = click.people + excluded.people, scanners = click.scanners + excluded.scanners;
  return found;
end
$$;

/* Returns what became of an issue, in numbers; null when there is no such issue. Subscribers who left were sent the issue and left within a week of
   its start. Erased ones are not counted, because nothing is known of them. */
create function public.read_newsletter_report(p_issue_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  issue public.newsletter_issues;
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can read the report of an issue.';
  end if;
  select * into issue from public.newsletter_issues where id = p_issue_id;
  if not found then
    return null;
  end if;
  return (
    with delivered as (
      select id, status, language, subscriber_id, lower(split_part(email, '@', 2)) as domain
      from public.newsletter_deliveries where issue_id = p_issue_id),
    -- Of a domain with few recipients nothing is told, because it may name one of them.
    provider as (
      select domain, count(*) as recipients from delivered
      where status in ('sent', 'failed', 'uncertain') and domain <> '' group by domain having count(*) >= 5),
    refused as (
      select coalesce(provider.domain, '') as domain, fault, count(*)::integer as mails
      from delivered
      cross join lateral (
        select fault from private.newsletter_bounces where delivery_id = delivered.id and fault is not null order by id desc limit 1) as said
      left join provider on provider.domain = delivered.domain
      group by 1, 2),
    gone as (
      select left_reason from public.newsletter_subscribers
      where left_at >= issue.started_at and left_at < issue.started_at + interval '7 days'
        and id in (select subscriber_id from delivered where status in ('sent', 'uncertain'))),
    clicked as (
      select link, target, sum(people)::integer as people, sum(scanners)::integer as scanners
      from public.newsletter_clicks where issue_id = p_issue_id group by link, target)
    select jsonb_build_object(
      'started_at', issue.started_at,
      'audience', coalesce(issue.audience, 0),
      'sent', (select count(*) from delivered where status = 'sent'),
      'failed', (select count(*) from delivered where status = 'failed'),
      'uncertain', (select count(*) from delivered where status = 'uncertain'),
      'skipped', (select count(*) from delivered where status = 'skipped'),
      'empty', (select count(*) from delivered where status = 'empty'),
      'pending', (select count(*) from delivered where status in ('pending', 'sending')),
      'languages', (
        select coalesce(jsonb_agg(jsonb_build_object('language', language, 'recipients', recipients)
          order by recipients desc, language), '[]')
        from (select language, count(*) as recipients from delivered group by language) as by_language),
      'unsubscribed', (select count(*) from gone where left_reason = 'unsubscribed'),
      'bounced', (select count(*) from gone where left_reason in ('bounced', 'undelivered')),
      'complained', (select count(*) from gone where left_reason = 'complained'),
      'refusals', (
        select coalesce(jsonb_agg(to_jsonb(refusal) order by refusal.mails desc, refusal.domain, refusal.fault), '[]')
        from (select * from refused order by mails desc, domain, fault limit 50) as refusal),
      'counts_clicks', issue.counts_clicks,
      'clicks', (
        select coalesce(jsonb_agg(to_jsonb(click) order by click.people desc, click.link, click.target), '[]')
        from (select * from clicked order by people desc, link, target limit 500) as click)));
end
$$;

grant execute on function
  public.find_published_newsletter(text, text),
  public.list_published_newsletters(text, integer, integer)
to anon, authenticated;
grant execute on function
  public.read_newsletter_report(uuid)
to authenticated;
