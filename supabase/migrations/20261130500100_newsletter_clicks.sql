-- How often the links of an issue were followed, where its editor wants to know: sums of days, of nobody in particular.

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

alter table public.newsletter_clicks enable row level security;
grant select on public.newsletter_clicks to authenticated;
grant all on public.newsletter_clicks to service_role;
create policy "administrators read clicks" on public.newsletter_clicks
  for select to authenticated using ((select private.is_admin()));

/* Counts a click on a link of an issue that was sent within 90 days, so that the rows of an issue are bounded. Answers whether it was
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

revoke all on function private.count_newsletter_click(uuid, integer, text, boolean) from public;
