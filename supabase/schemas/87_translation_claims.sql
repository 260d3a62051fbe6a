-- Tells who has which translation. What waits is handed out by public.take_next_translation so that no two people do the same; a claim tells
-- others so, and keeps nobody from writing.
create table public.translation_claims (
  id uuid primary key default gen_random_uuid(),
  -- Without a reference, because a claim ends when its article is deleted.
  original_id uuid not null,
  language text not null check (language <> 'en') references private.languages (code),
  user_id uuid not null references auth.users (id) on delete cascade,
  claimed_at timestamptz not null default now(),
  -- The time when the person has last saved something of it.
  saved_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_how text check (ended_how in ('done', 'given_back', 'taken_over', 'expired')),
  constraint translation_claims_ended check ((ended_at is null) = (ended_how is null))
);
-- Purged: How long somebody usually takes is known from the last ones.
comment on table public.translation_claims is $${"live": true, "purge": "ended_at < now() - interval '1 year'"}$$;
create unique index translation_claims_open on public.translation_claims (original_id, language) where ended_at is null;
create index translation_claims_of_person on public.translation_claims (user_id, language, ended_at desc);
create index translation_claims_ended_at on public.translation_claims (ended_at);
grant select on public.translation_claims to authenticated;
grant all on public.translation_claims to service_role;
create policy "members read who has translations" on public.translation_claims
  for select to authenticated
  using (language = any ((select private.translated_languages())::text[]) or original_id in (select private.my_articles()));

/* Returns how many translations one person can have at a time. */
create function private.most_claims() returns integer
language sql immutable set search_path = ''
return 10;

/* Returns how long a claim stays without a save. */
create function private.time_of_claim() returns interval
language sql immutable set search_path = ''
return interval '3 days';

/* Raises 54000 after 200 translations that a person has taken within an hour, because each is in the audit log. */
create function private.require_few_claims(p_user_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select count(*) from public.translation_claims
      where user_id = p_user_id and claimed_at > now() - interval '1 hour') >= 200 then
    raise exception using errcode = '54000', message = 'You have taken 200 translations within an hour. Go on a little later.';
  end if;
end
$$;

/* Adds an entry to the audit log about a claim. %s in p_did is the article. */
create function private.record_claim(claim public.translation_claims, p_action text, p_did text, p_by text default null) returns void
language sql set search_path = ''
as $$
  select private.record_act('work', p_action, p_did, title, id, jsonb_build_object('language', claim.language), p_by => p_by)
  from public.articles where id = claim.original_id
$$;

/* Ends claims without a save for three days, in which no text was written into the memory either. Returns how many. */
create function private.end_idle_claims() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  claim public.translation_claims;
  ended integer := 0;
begin
  for claim in
    update public.translation_claims set ended_at = now(), ended_how = 'expired'
    where id in (
      select id from public.translation_claims as idle
      where ended_at is null and saved_at < now() - private.time_of_claim() and not exists (
        select from public.translation_segments as written
        where written.article_id = idle.original_id and written.language = idle.language and written.made_by = idle.user_id
          and written.made_at > now() - private.time_of_claim())
      for update skip locked)
    returning *
  loop
    ended := ended + 1;
    perform private.record_claim(claim, 'expire_claim', format(
      'ended the claim of %s on the %s translation of %%s, of which nothing was saved for days',
      replace(private.name_of_person(claim.user_id), '%', '%%'), private.language_in_words(claim.language)), 'The site');
  end loop;
  return ended;
end
$$;

/* Tells whether a person translates into a language: a translator into their own, an editor into all. */
create function private.is_translator_into(p_user_id uuid, p_language text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles where user_id = p_user_id
    and (private.role_has(role, 'edit') or private.role_has(role, 'own_languages') and p_language = any (languages)));

/* Tells whether nothing of a translation is left to do: it is published and read or reviewed, says what its original says, and nothing waits. */
create function private.is_translation_done(p_original_id uuid, p_language text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.articles as translation
    left join public.article_translations as made on made.translation_id = translation.id
  where translation.original_article_id = p_original_id and translation.language = p_language
    and (translation.published or made.reviewed_at >= made.translated_at) and made.stale_since is null
    and not private.is_unread(translation.id)
    and not exists (select from public.pending_translations as pending where pending.translation_id = translation.id)
    and not exists (
      select from public.translation_parts as part where part.translation_id = translation.id and part.proposed_id is not null)
    and not exists (
      select from public.translation_reports as report where report.translation_id = translation.id and report.status = 'open'));

/* Notes a save of who has the translation, and ends the claim once nothing is left to do. */
create function private.follow_claim(p_original_id uuid, p_language text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.translation_claims set
      saved_at = case when user_id = coalesce(auth.uid(), nullif(current_setting('revision.by', true), '')::uuid)
        then now() else saved_at end,
      ended_at = case when private.is_translation_done(p_original_id, p_language) then now() end,
      ended_how = case when private.is_translation_done(p_original_id, p_language) then 'done' end
    where original_id = p_original_id and language = p_language and ended_at is null;
end
$$;

/* One for every table, called at the end of the transaction, because a translation is stored in several. */
create function private.follow_saved_translation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'articles' then
    perform private.follow_claim(new.original_article_id, new.language);
  elsif tg_table_name = 'article_translations' then
    perform private.follow_claim(new.original_id, new.language);
  elsif tg_table_name = 'pending_translations' then
    perform private.follow_claim(old.original_id, old.language);
  else
    perform private.follow_claim(original_article_id, language) from public.articles
      where id = old.translation_id and original_article_id is not null;
  end if;
  return null;
end
$$;
create constraint trigger follow_claim after insert or update on public.articles deferrable initially deferred
  for each row when (new.original_article_id is not null and not private.is_importing())
  execute function private.follow_saved_translation();
create constraint trigger follow_claim after insert or update of reviewed_at, stale_since, translated_at on public.article_translations
  deferrable initially deferred
  for each row when (not private.is_importing()) execute function private.follow_saved_translation();
create constraint trigger follow_claim after delete on public.pending_translations deferrable initially deferred
  for each row execute function private.follow_saved_translation();
create constraint trigger follow_claim after update of status or delete on public.translation_reports deferrable initially deferred
  for each row execute function private.follow_saved_translation();

/* Nobody has what is deleted, and nobody keeps what their role does not cover any more. */
create function private.end_lost_claims() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'articles' then
    update public.translation_claims set ended_at = now(), ended_how = 'expired' where original_id = old.id and ended_at is null;
  else
    update public.translation_claims set ended_at = now(), ended_how = 'expired'
      where user_id = old.user_id and ended_at is null and not private.is_translator_into(user_id, language);
  end if;
  return null;
end
$$;
create trigger end_lost_claims after delete on public.articles
  for each row when (old.original_article_id is null) execute function private.end_lost_claims();
create trigger end_lost_claims after update or delete on public.user_roles
  for each row execute function private.end_lost_claims();

/* Takes a translation for the caller unless somebody has it: {status: 'taken', claimed_at}. An editor takes it over from who has it with
   p_take_over. Other statuses change nothing: yours; somebody, with {name, claimed_at}; enough, with `most`, of an own ten; gone.
   Raises 42501 unless the caller translates the article into the language. */
create function public.claim_translation(p_original_id uuid, p_language text, p_take_over boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  present public.translation_claims;
  former public.translation_claims;
begin
  if not coalesce(p_language = any (private.translated_languages()) and private.writes_translation(p_original_id, p_language, false), false) then
    raise exception using errcode = '42501', message = 'Only who translates this article into the language can take its translation.';
  end if;
  perform from public.articles where id = p_original_id and language = 'en' and original_article_id is null;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  -- Counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended(me::text, 8704001));
  perform private.end_idle_claims();
  select * into present from public.translation_claims
    where original_id = p_original_id and language = p_language and ended_at is null;
  if present.user_id = me then
    return jsonb_build_object('status', 'yours', 'claimed_at', present.claimed_at);
  elsif present.id is not null and not (coalesce(p_take_over, false) and private.is_editor()) then
    return jsonb_build_object('status', 'somebody', 'name', private.name_of_person(present.user_id), 'claimed_at', present.claimed_at);
  elsif (select count(*) from public.translation_claims where user_id = me and ended_at is null) >= private.most_claims() then
    return jsonb_build_object('status', 'enough', 'most', private.most_claims());
  end if;
  perform private.require_few_claims(me);
  update public.translation_claims set ended_at = now(), ended_how = 'taken_over' where id = present.id and ended_at is null
    returning * into former;
  insert into public.translation_claims (original_id, language, user_id) values (p_original_id, p_language, me)
    on conflict (original_id, language) where ended_at is null do nothing returning * into present;
  if not found then
    -- Somebody was faster.
    return (
      select jsonb_build_object('status', 'somebody', 'name', private.name_of_person(user_id), 'claimed_at', claimed_at)
      from public.translation_claims where original_id = p_original_id and language = p_language and ended_at is null);
  end if;
  perform private.record_claim(present, 'claim_translation',
    case when former.id is null then format('took the %s translation of %%s', private.language_in_words(p_language))
      else format('took over the %s translation of %%s from %s', private.language_in_words(p_language),
        replace(private.name_of_person(former.user_id), '%', '%%')) end);
  return jsonb_build_object('status', 'taken', 'claimed_at', present.claimed_at);
end
$$;

/* Gives a translation back to the queue. An editor gives back what somebody else has. Returns {status: 'given_back'}, or {status: 'gone'}
   when the caller does not have it, or nobody. */
create function public.give_back_translation(p_original_id uuid, p_language text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  claim public.translation_claims;
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can give back a translation.';
  end if;
  update public.translation_claims set ended_at = now(), ended_how = 'given_back'
    where original_id = p_original_id and language = p_language and ended_at is null and (user_id = auth.uid() or private.is_editor())
    returning * into claim;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  perform private.record_claim(claim, 'give_back_translation',
    case when claim.user_id = auth.uid() then format('gave back the %s translation of %%s', private.language_in_words(p_language))
      else format('took the %s translation of %%s from %s', private.language_in_words(p_language),
        replace(private.name_of_person(claim.user_id), '%', '%%')) end);
  return jsonb_build_object('status', 'given_back');
end
$$;

grant execute on function
  public.claim_translation(uuid, text, boolean),
  public.give_back_translation(uuid, text)
to authenticated;
