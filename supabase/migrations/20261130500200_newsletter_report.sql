-- What became of an issue, for administrators: it says something without counting clicks, too.

/* Answers null when there is no such issue. Whoever left was sent the issue, and left within a week of its beginning; somebody who was
   erased is not counted, because nothing is known of them. */
create function public.read_newsletter_report(p_issue_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  issue public.newsletter_issues;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can read the report of an issue.';
  end if;
  select * into issue from public.newsletter_issues where id = p_issue_id;
  if not found then
    return null;
  end if;
  return (
    with delivered as (
      select status, language, subscriber_id from public.newsletter_deliveries where issue_id = p_issue_id),
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
      'pending', (select count(*) from delivered where status in ('pending', 'sending')),
      'languages', (
        select coalesce(jsonb_agg(jsonb_build_object('language', language, 'recipients', recipients)
          order by recipients desc, language), '[]')
        from (select language, count(*) as recipients from delivered group by language) as by_language),
      'unsubscribed', (select count(*) from gone where left_reason = 'unsubscribed'),
      'bounced', (select count(*) from gone where left_reason = 'bounced'),
      'complained', (select count(*) from gone where left_reason = 'complained'),
      'counts_clicks', issue.counts_clicks,
      'clicks', (
        select coalesce(jsonb_agg(to_jsonb(click) order by click.people desc, click.link, click.target), '[]')
        from (select * from clicked order by people desc, link, target limit 500) as click)));
end
$$;

revoke all on function public.read_newsletter_report(uuid) from public, anon;
grant execute on function public.read_newsletter_report(uuid) to authenticated, service_role;
