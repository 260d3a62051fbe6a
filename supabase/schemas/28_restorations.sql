-- That this database comes from a backup. Until an administrator confirms it, nothing that was scheduled before is sent or published,
-- because the site of the backup may have done so since, or may still be running.
create table private.restorations (
  id bigint generated always as identity primary key,
  restored_at timestamptz not null default now(),
  -- The time when the backup was made.
  made_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid,
  constraint confirmed_when check (confirmed_at is not null or confirmed_by is null)
);
comment on table private.restorations is '{"backup": false}';
create index restorations_open on private.restorations (restored_at) where confirmed_at is null;
revoke all on private.restorations from public, anon, authenticated, service_role;
create policy "the service role does everything" on private.restorations to service_role using (true) with check (true);

/* Tells whether scheduled work waits for an administrator. */
create function private.is_held() returns boolean
language sql stable set search_path = ''
return exists (select from private.restorations where confirmed_at is null);
revoke all on function private.is_held() from public;

/* Refuses a schedule that would be missed at its time. */
create function private.refuse_schedule_while_held() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_held() then
    raise exception 'This site was restored from a backup and is held: nothing is sent or published by itself. An administrator can let it go on, on the dashboard.';
  end if;
  return new;
end
$$;
create trigger refuse_while_held before insert or update of publish_at on public.article_schedules
  for each row when (new.status = 'waiting' and not private.is_restoring()) execute function private.refuse_schedule_while_held();

/* That the site is held, to people of the desk: {restored_at, made_at}; null when it is not, and for everybody else. */
create function public.find_restoration() returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object('restored_at', restored_at, 'made_at', made_at) from private.restorations
  where confirmed_at is null and (select private.is_member()) order by restored_at desc limit 1);

/* Lets the site go on, except with what the site of the backup may have done since. An issue of the newsletter that may have left waits for
   an answer, and an article that was due for an editor. Welcome mails, mails about work and webhook deliveries of the backup are not sent.
   Returns {status: 'confirmed'}; {status: 'not_held'}; or {status: 'clock_behind', made_at} before the moment of the backup, because what
   was due since cannot be told then. Raises 42501 unless the caller is an administrator. */
create function public.confirm_restoration() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was_sending constant text := 'It was being sent when the backup was made from which this site was restored. If you let it go on, people who got it since get it twice.';
  reason constant text := 'It may have been sent after the backup was made from which this site was restored. Say whether it was.';
  restored private.restorations;
  issue uuid;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can confirm a restored backup.';
  end if;
  select * into restored from private.restorations where confirmed_at is null order by restored_at desc limit 1 for update;
  if not found then
    return jsonb_build_object('status', 'not_held');
  elsif now() < greatest(restored.made_at, restored.restored_at) then
    return jsonb_build_object('status', 'clock_behind', 'made_at', restored.made_at);
  end if;
  update private.restorations set confirmed_at = now(), confirmed_by = auth.uid() where confirmed_at is null;

  for issue in select id from public.newsletter_issues where status = 'sending' loop
    perform private.move_newsletter_issue(issue, array['sending'], 'paused', auth.uid(), was_sending);
    update public.newsletter_issues set held_reason = was_sending where id = issue;
  end loop;
  with asked as (
    update public.newsletter_issues set may_have_left = true,
      -- One that was paused keeps its reason, which says whether it has to be approved again.
      held_reason = case when status = 'paused' then held_reason else reason end
    where origin <> 'demo' and (status = 'paused' or status = 'scheduled' and scheduled_for <= now()
      -- Somebody may have sent it by hand before its time.
      or status in ('approved', 'scheduled') and approved_at <= restored.restored_at
      -- One that was reopened while the site was held is a draft that has changed since.
      or status = 'draft' and created_at <= restored.restored_at and updated_at >= restored.made_at - interval '14 days')
    returning id, status)
  insert into public.newsletter_issue_events (issue_id, actor, event, reason)
    select id, auth.uid(), 'held', reason from asked where status <> 'paused';
  update public.article_schedules set status = 'missed', reason = 'restored', settled_at = now()
    where status = 'waiting' and publish_at <= now();
  delete from private.newsletter_welcomes where confirmed_at <= restored.restored_at;
  update private.work_notices set mailed_at = made_at, mail_id = gen_random_uuid()
    where mailed_at is null and made_at <= restored.restored_at;
  update public.webhook_deliveries set status = 'failed', problem = 'restored'
    where status = 'waiting' and happened_at <= restored.restored_at;
  -- A CDN was told of no change while the site was held.
  perform pg_notify('page_changes', '*');
  perform private.record_act('settings', 'confirm_restoration', 'let %s go on with what was scheduled', 'the restored site');
  return jsonb_build_object('status', 'confirmed');
end
$$;

/* Answers whether an issue has left since the backup. One that has is recorded as sent to everybody who was to get it; of a draft
   the text that was sent is not known, so it is cancelled. One that has not goes out at its time if that is still to come, and can be sent, or
   approved for another time. Returns {status: 'answered'}, or {status: 'not_asked'}: it was answered before, or there is no question. Raises
   42501 unless the caller may send, and 22004 without an answer. */
create function public.answer_restored_issue(p_issue_id uuid, p_was_sent boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  not_sent constant text := 'It was not sent by the site of the backup. Send it now, or approve it again for another time.';
  issue record;
  moment timestamptz;
  recipients integer;
begin
  if not private.is_allowed('send') then
    raise exception using errcode = '42501', message = 'Only people who may send the newsletter can say whether it was sent.';
  end if;
  if p_was_sent is null then
    raise exception using errcode = '22004', message = 'Say whether it was sent: true or false.';
  end if;
  select * into issue from public.newsletter_issues where id = p_issue_id for update;
  if issue.may_have_left is not true then
    return jsonb_build_object('status', 'not_asked');
  end if;
  perform set_config('audit.covered', 'on', true);
  if not p_was_sent then
    update public.newsletter_issues set may_have_left = false, held_reason = case
        when status = 'paused' then held_reason
        when status <> 'draft' and not coalesce(scheduled_for > now(), false) then not_sent end
      where id = p_issue_id;
  elsif issue.status = 'draft' then
    perform private.move_newsletter_issue(p_issue_id, array['draft'], 'cancelled', auth.uid(), 'It was sent by the site of the backup.');
  else
    moment := coalesce(issue.started_at, case when issue.scheduled_for <= now() then issue.scheduled_for end,
      (select made_at from private.restorations order by restored_at desc limit 1), issue.approved_at);
    if issue.status <> 'paused' then
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, sections)
        select p_issue_id, recipient.id, recipient.email, coalesce(message.language, 'en'), recipient.sections
        from private.newsletter_recipients as recipient left join public.newsletter_messages as message
          on message.issue_id = p_issue_id and message.language = recipient.language
        where recipient.subscribed_at <= moment order by recipient.subscribed_at, recipient.id;
      get diagnostics recipients = row_count;
      perform private.judge_newsletter_deliveries(p_issue_id);
      update public.newsletter_issues set audience = recipients, started_at = moment where id = p_issue_id;
      perform private.move_newsletter_issue(p_issue_id, array['approved', 'scheduled'], 'sending', auth.uid(), null);
    end if;
    update public.newsletter_deliveries set status = 'sent', settled_at = moment, due_at = null, batch_id = null
      where issue_id = p_issue_id and status in ('pending', 'sending');
    delete from private.newsletter_batches where issue_id = p_issue_id;
    perform private.move_newsletter_issue(p_issue_id, array['sending', 'paused'], 'sent', auth.uid(), 'It was sent by the site of the backup.');
    update public.newsletter_issues set ended_at = moment, held_reason = null where id = p_issue_id;
  end if;
  perform set_config('audit.covered', '', true);
  perform private.record_issue_act(p_issue_id, 'answer_restored_newsletter',
    case when p_was_sent then 'said that the newsletter %s was sent by the site of the backup'
      else 'said that the newsletter %s was not sent by the site of the backup' end, '{}', null, auth.uid());
  return jsonb_build_object('status', 'answered');
end
$$;
grant execute on function public.find_restoration(), public.confirm_restoration(), public.answer_restored_issue(uuid, boolean)
to authenticated;
