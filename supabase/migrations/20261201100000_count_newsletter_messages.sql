-- A list of issues says what became of each: how many messages were sent, and how many were not.

/* Of the issues that were begun between two moments, at most 100 and the newest first: [{issue_id, sent, failed, uncertain}]. Raises 42501
   for who is no administrator. */
create function public.count_newsletter_messages(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can count the messages of issues.';
  end if;
  return (
    with issue as (
      select id from public.newsletter_issues
      where created_at between p_from and p_until and audience is not null
      order by created_at desc, id limit 100),
    counted as (
      select issue_id, count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'uncertain') as uncertain
      from public.newsletter_deliveries where issue_id in (select id from issue) group by issue_id)
    select coalesce(jsonb_agg(to_jsonb(counted)), '[]') from counted);
end
$$;

revoke all on function public.count_newsletter_messages(timestamptz, timestamptz) from public, anon;
grant execute on function public.count_newsletter_messages(timestamptz, timestamptz) to authenticated, service_role;
