-- That this database comes from a backup. Until an administrator confirms it, nothing that was scheduled before is sent or published,
-- because the site of the backup may have done so since, or may still be running.
create table private.restorations (
  id bigint generated always as identity primary key,
  restored_at timestamptz not null default now(),
  -- When the backup was made.
  made_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid,
  constraint confirmed_when check (confirmed_at is not null or confirmed_by is null)
);
create index restorations_open on private.restorations (restored_at) where confirmed_at is null;
alter table private.restorations enable row level security;
revoke all on private.restorations from public, anon, authenticated, service_role;
create policy "the service role does everything" on private.restorations to service_role using (true) with check (true);

/* Whether scheduled work waits for an administrator. */
create function private.is_held() returns boolean
language sql stable set search_path = ''
return exists (select from private.restorations where confirmed_at is null);
revoke all on function private.is_held() from public;

/* What administrators have to confirm: {restored_at, made_at}; null when nothing waits for them, and for everybody else. */
create function public.find_restoration() returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object('restored_at', restored_at, 'made_at', made_at) from private.restorations
  where confirmed_at is null and (select private.is_admin()) order by restored_at desc limit 1);

/* Lets scheduled work go on, but pauses an issue of the newsletter that was being sent: the backup does not know who has got it since.
   Returns {status: 'confirmed'}, or {status: 'not_held'}. Raises 42501 unless the caller is an administrator. */
create function public.confirm_restoration() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  reason constant text := 'It was being sent when the backup was made from which this site was restored. If you let it go on, people who got it since get it twice.';
  issue uuid;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can confirm a restored backup.';
  end if;
  update private.restorations set confirmed_at = now(), confirmed_by = auth.uid() where confirmed_at is null;
  if not found then
    return jsonb_build_object('status', 'not_held');
  end if;
  for issue in select id from public.newsletter_issues where status = 'sending' loop
    perform private.move_newsletter_issue(issue, array['sending'], 'paused', auth.uid(), reason);
    update public.newsletter_issues set held_reason = reason where id = issue;
  end loop;
  perform private.record_act('settings', 'confirm_restoration', 'let %s go on with what was scheduled', 'the restored site');
  return jsonb_build_object('status', 'confirmed');
end
$$;
grant execute on function public.find_restoration(), public.confirm_restoration() to authenticated;
