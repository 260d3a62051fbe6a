-- Taking a translation is bounded, and takes no longer the more is published.
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

/* Takes a translation for the caller unless somebody has it: {status: 'taken', claimed_at}. An editor takes it over from who has it with
   p_take_over. Other statuses change nothing: yours; somebody, with {name, claimed_at}; enough, with `most`, of an own ten; gone.
   Raises 42501 unless the caller translates the article into the language. */
create or replace function public.claim_translation(p_original_id uuid, p_language text, p_take_over boolean default false) returns jsonb
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

/* Takes what is next in the languages of the caller, or in one of them: first what is for the caller, then by turn, the longest waiting
   first. What was reported or corrected within three days is left to whom it is for. Returns {status: 'taken', original_id, language}, or
   with nothing taken {status: 'nothing'} or {status: 'enough', most}. */
create or replace function public.take_next_translation(p_language text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  asked constant text[] := private.asked_languages(p_language);
  -- Asked once, because thousands may wait that readers have already.
  may_publish constant boolean := private.is_editor() or private.is_allowed('publish');
  next record;
  taken public.translation_claims;
begin
  perform pg_advisory_xact_lock(hashtextextended(me::text, 8704001));
  if (select count(*) from public.translation_claims where user_id = me and ended_at is null) >= private.most_claims() then
    return jsonb_build_object('status', 'enough', 'most', private.most_claims());
  end if;
  perform private.require_few_claims(me);
  perform private.end_idle_claims();
  for next in
    select queue.original_id, queue.language, queue.published from private.translation_queue(asked) as queue
    where (may_publish or not queue.published) and not exists (
        select from public.translation_claims as claim
        where claim.original_id = queue.original_id and claim.language = queue.language and claim.ended_at is null)
      and (queue.assigned_to is null or queue.assigned_to = me or queue.since < now() - private.time_of_claim())
    order by queue.assigned_to is not distinct from me desc, queue.turn, case when queue.turn < 3 then queue.since end, queue.since desc,
      queue.original_id, queue.language
  loop
    -- Whoever was faster has it, also while that transaction is still open.
    continue when not private.writes_translation(next.original_id, next.language, next.published)
      or not pg_try_advisory_xact_lock(hashtextextended(next.original_id::text || next.language, 8704002));
    insert into public.translation_claims (original_id, language, user_id) values (next.original_id, next.language, me)
      on conflict (original_id, language) where ended_at is null do nothing returning * into taken;
    if found then
      perform private.record_claim(taken, 'claim_translation',
        format('took the %s translation of %%s', private.language_in_words(taken.language)));
      return jsonb_build_object('status', 'taken', 'original_id', taken.original_id, 'language', taken.language);
    end if;
  end loop;
  return jsonb_build_object('status', 'nothing');
end
$$;
