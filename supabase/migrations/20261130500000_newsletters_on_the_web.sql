-- Whoever is not subscribed can read an issue as well, from when it was sent: what was approved, and nothing of those who got it.

/* An issue whose sending has begun, in this language or else in English. These two functions are all that readers can read of issues: no
   draft, no recipient, and no message with the places for their links. */
create function public.find_published_newsletter(p_slug text, p_language text)
returns table (
  slug text, language text, subject text, preheader text, content text, started_at timestamptz, languages jsonb)
language sql stable security definer set search_path = ''
as $$
  select issue.slug, message.language, message.subject, message.preheader, message.content, issue.started_at,
         (select jsonb_agg(other.language order by other.language <> 'en', other.language)
          from public.newsletter_messages as other where other.issue_id = issue.id)
  from public.newsletter_issues as issue
  join public.newsletter_messages as message on message.issue_id = issue.id
  where issue.slug = p_slug and issue.started_at is not null and message.language in (p_language, 'en')
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
          from public.newsletter_messages as other where other.issue_id = issue.id)
  from public.newsletter_issues as issue
  cross join lateral (
    select shown.language, shown.subject, shown.preheader from public.newsletter_messages as shown
    where shown.issue_id = issue.id and shown.language in (p_language, 'en')
    order by shown.language <> p_language
    limit 1) as message
  where issue.started_at is not null and issue.slug is not null
  order by issue.started_at desc, issue.slug desc
  limit least(greatest(p_limit, 0), 1000) offset greatest(p_offset, 0)
$$;

revoke all on function public.find_published_newsletter(text, text) from public;
revoke all on function public.list_published_newsletters(text, integer, integer) from public;
grant execute on function public.find_published_newsletter(text, text) to anon, authenticated, service_role;
grant execute on function public.list_published_newsletters(text, integer, integer) to anon, authenticated, service_role;

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
