-- Somebody with many articles that are due cannot have a mail sent every minute.
/* Claims what a person is mailed now, so that no other process mails it too, and returns the id of the mail; null if nothing is to be
   mailed. All that waits is one mail an hour, not before it has waited for five minutes, in which most of it is seen. What is due by p_today
   goes at once, but of one article only once a day, and six times an hour. */
create or replace function private.claim_work_mail(p_user_id uuid, p_today date) returns uuid
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
