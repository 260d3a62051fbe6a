-- How work goes from hand to hand, what is noted on it and who has taken it is in the audit log as well, and people are named there as
-- colleagues know them.
alter table public.audit_log drop constraint audit_log_kind_check, add constraint audit_log_kind_check check (
  kind in ('articles', 'translations', 'work', 'pages', 'pictures', 'newsletter', 'subscribers', 'administrators', 'settings'));

/* Adds an entry, in the transaction of the act. Of a request, the actor is its user, or who made its access token, whatever else is given;
   only the server itself names one: with p_actor, or for everything in a transaction with the setting audit.actor. Without one it was p_by,
   or the setting audit.by, or the site. %s in p_did is the name of the subject. Never pass a secret, a token or an address of a subscriber. */
create or replace function private.record_act(
  p_kind text, p_action text, p_did text, p_subject text default null, p_subject_id uuid default null,
  p_details jsonb default '{}', p_reason text default null, p_actor uuid default null, p_by text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_request constant text := auth.role();
  who uuid := auth.uid();
  name text;
  subject constant text := private.audited_name(coalesce(nullif(p_subject, ''), 'Untitled'));
begin
  if of_request is null then
    who := coalesce(p_actor, nullif(current_setting('audit.actor', true), '')::uuid);
  end if;
  name := case
    when of_request = 'access_token' then coalesce(private.token_in_words(), 'A former access token')
    when who is not null then coalesce(private.audited_name(private.name_of_person(who)), 'A former administrator')
    when of_request = 'service_role' then 'A program with the secret key'
    when of_request is not null then 'A reader'
    else coalesce(p_by, nullif(current_setting('audit.by', true), ''), 'The site') end;
  insert into public.audit_log (actor, actor_name, kind, action, did, subject_id, subject_name, reason, details)
  values (who, left(name, 255), p_kind, p_action, left(format(p_did, '“' || subject || '”'), 1000), p_subject_id,
    case when p_subject is not null then subject end, left(p_reason, 1000),
    case when octet_length(p_details::text) > 65536 then '{"omitted": "It was too long."}' else jsonb_strip_nulls(p_details) end);
end
$$;
