-- The subjects about which people of the desk are mailed: articles that were handed over to them, notes that name them, and what was reported or
-- corrected in translations of theirs. A row waits until it is seen on the desk or mailed, whichever is first.
-- server/features/articles/mails/work-mail.tsx is the mail.
create table private.work_notices (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('handover', 'mention', 'report', 'correction')),
  -- Without a reference, as public.article_workflow.
  article_id uuid not null,
  made_by uuid references auth.users (id) on delete set null,
  sentence text not null constraint work_notices_sentence check (private.is_line(to_jsonb(sentence), 300)),
  made_at timestamptz not null default now(),
  -- Seen on the desk, or no longer waiting for the person.
  seen_at timestamptz,
  mailed_at timestamptz,
  mail_id uuid,
  -- Mailed at once, because the article was due, and not with the others.
  is_alert boolean not null default false,
  constraint work_notices_mailed check ((mailed_at is null) = (mail_id is null))
);
-- Purged: Longer than a mail of one article keeps others back.
comment on table private.work_notices is $${"purge": [
  "made_at < now() - interval '90 days'",
  "and (seen_at is not null or mailed_at < now() - interval '2 days')"]}$$;
-- Whoever writes to the same person again before a mail has left says it with one row.
create unique index work_notices_open on private.work_notices (user_id, kind, article_id, made_by) where seen_at is null and mailed_at is null;
create index work_notices_mailed on private.work_notices (user_id, mailed_at) where mailed_at is not null;
create index work_notices_mail on private.work_notices (mail_id) where mail_id is not null;
create index work_notices_article on private.work_notices (article_id);
create index work_notices_maker on private.work_notices (made_by);
create index work_notices_age on private.work_notices (made_at);
revoke all on private.work_notices from anon, authenticated, service_role;

/* Tells a person of an article, in the name of the caller: on the next mail about work, unless it is seen before. Longer sentences are
   cut. Nothing for oneself, and nothing for who has no role. */
create function private.notify_person(p_user_id uuid, p_kind text, p_article_id uuid, p_sentence text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sentence constant text := btrim(left(regexp_replace(left(p_sentence, 2000),
    '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF\s]+', ' ', 'g'), 300));
begin
  insert into private.work_notices as notice (user_id, kind, article_id, made_by, sentence)
    select member.user_id, p_kind, p_article_id, auth.uid(), coalesce(nullif(sentence, ''), '…')
    from public.user_roles as member where member.user_id = p_user_id and member.user_id is distinct from auth.uid()
    on conflict (user_id, kind, article_id, made_by) where seen_at is null and mailed_at is null
      do update set sentence = excluded.sentence;
end
$$;

/* Notes that the caller has seen what was handed over or noted in an article; without one, everything that was handed over, which the list
   of the own work shows. No mail tells of it any more. Returns how many. */
create function public.mark_work_seen(p_article_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  seen integer;
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk have work there.';
  end if;
  update private.work_notices set seen_at = now()
    where user_id = auth.uid() and seen_at is null
      and case when p_article_id is null then kind = 'handover' else article_id = p_article_id end;
  get diagnostics seen = row_count;
  return to_jsonb(seen);
end
$$;

/* The people for whom something waits that was neither seen nor mailed. */
create function private.people_to_mail() returns setof uuid
language sql stable set search_path = ''
begin atomic
  select distinct notice.user_id
  from private.work_notices as notice
    join public.user_roles as member on member.user_id = notice.user_id
    join public.profiles as profile on profile.user_id = notice.user_id and profile.wants_mails
    join auth.users on users.id = notice.user_id and users.email is not null
      and (users.banned_until is null or users.banned_until <= now())
  where notice.seen_at is null and notice.mailed_at is null;
end;

/* Claims what a person is mailed now, so that no other process mails it too, and returns the id of the mail; null if nothing is to be
   mailed. All that waits is one mail an hour, not before it has waited for five minutes, in which most of it is seen. What is due by
   p_today goes at once, but of one article only once a day, and six times an hour. */
create function private.claim_work_mail(p_user_id uuid, p_today date) returns uuid
language plpgsql set search_path = ''
as $$
declare
  mail constant uuid := gen_random_uuid();
begin
  perform from public.profiles where user_id = p_user_id and wants_mails for no key update skip locked;
  if not found then
    return null;
  end if;
  if exists (
      select from private.work_notices
      where user_id = p_user_id and seen_at is null and mailed_at is null and made_at <= now() - interval '5 minutes')
    and not exists (
      select from private.work_notices
      where user_id = p_user_id and mailed_at > now() - interval '1 hour' and not is_alert) then
    update private.work_notices set mailed_at = now(), mail_id = mail
      where user_id = p_user_id and seen_at is null and mailed_at is null;
  elsif (
      select count(distinct mail_id) from private.work_notices
      where user_id = p_user_id and mailed_at > now() - interval '1 hour' and is_alert) < 6 then
    update private.work_notices as notice set mailed_at = now(), mail_id = mail, is_alert = true
      from public.article_workflow as workflow
      where workflow.article_id = notice.article_id and workflow.due_on <= p_today
        and notice.user_id = p_user_id and notice.seen_at is null and notice.mailed_at is null
        and not exists (
          select from private.work_notices as earlier
          where earlier.user_id = p_user_id and earlier.article_id = notice.article_id and earlier.is_alert
            and earlier.mailed_at > now() - interval '1 day');
  end if;
  return (select mail_id from private.work_notices where mail_id = mail limit 1);
end
$$;

grant execute on function public.mark_work_seen(uuid) to authenticated;
