-- All that waits to be translated, reviewed or mended, for whom, and what comes next.

/* Returns who is asked about what was reported or corrected in a translation: whoever last wrote or reviewed it of those who still translate into
   the language, a translator before an editor; null: any editor. What a run has stored is nobody's, although it is stored for who asked for
   it. */
create function private.assigned_translator(p_translation_id uuid, p_language text) returns uuid
language sql stable security definer set search_path = ''
return (
  select member.user_id
  from (
    select made_by::text as person, id as place, 0 as step from public.article_revisions
      where article_id = p_translation_id and made_by is not null and not by_program
    union all
    select event ->> 'by', id, 1 from public.article_revisions, jsonb_array_elements(events) as event
      where article_id = p_translation_id and event ->> 'what' = 'reviewed') as touch
  join public.user_roles as member on member.user_id::text = touch.person
  where private.role_has(member.role, 'edit') or private.role_has(member.role, 'own_languages') and p_language = any (member.languages)
  order by private.role_has(member.role, 'own_languages') desc, touch.place desc, touch.step desc limit 1);

/* Returns who has a translation, or else is asked about what readers have reported in it; null: nobody in particular. */
create function private.person_of_translation(p_translation_id uuid, p_original_id uuid, p_language text) returns uuid
language sql stable security definer set search_path = ''
return coalesce(
  (select user_id from public.translation_claims
    where original_id = p_original_id and language = p_language and ended_at is null and saved_at > now() - private.time_of_claim()),
  case when exists (select from public.translation_reports where translation_id = p_translation_id and status = 'open')
    then private.assigned_translator(p_translation_id, p_language) end);

/* Tells whom it is for that readers have reported something in a translation, or that its original was corrected. Once until it is seen or
   mailed. */
create function private.tell_translator(p_translation_id uuid, p_kind text, p_sentence text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select private.assigned_translator(id, language) into person from public.articles
    where id = p_translation_id and original_article_id is not null;
  if person is not null and not exists (
    select from private.work_notices as notice
    where notice.user_id = person and notice.kind = p_kind and notice.article_id = p_translation_id
      and notice.seen_at is null and notice.mailed_at is null) then
    perform private.notify_person(person, p_kind, p_translation_id, p_sentence);
  end if;
end
$$;

create function private.tell_of_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_translator(new.translation_id, 'report', new.quote);
  return null;
end
$$;
create trigger tell_of_report after insert on public.translation_reports
  for each row when (new.status = 'open') execute function private.tell_of_report();

create function private.tell_of_correction() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_translator(new.translation_id, 'correction', (
    select text from public.article_corrections where article_id = new.original_id and source_id is null
    order by corrected_at desc limit 1));
  return null;
end
$$;
create trigger tell_of_correction after update of corrected_at on public.article_translations
  for each row when (new.corrected_at is not null and new.corrected_at is distinct from old.corrected_at and not private.is_importing())
  execute function private.tell_of_correction();

/* Returns what waits in these languages of what the caller reads, with all its reasons: originals without a translation that are published or ready
   for it, translations whose original says something else by now, and private.waiting_translations. What a run is making is not among it.
   The turns are late, of which the due day is over; now, what readers miss or get wrong; ready, what is not published yet; and old: what
   is unread, or was published more than a month ago and never translated, of which the newest comes first. */
create function private.translation_queue(p_languages text[])
returns table (
  original_id uuid, language text, translation_id uuid, published boolean, turn integer, since timestamptz, due_on date, is_missing boolean,
  is_stale boolean, is_renewed boolean, is_unpublished boolean, is_finished boolean, is_unread boolean, conflicts integer,
  reports integer, assigned_to uuid)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query execute $query$
    with waiting as (
      select original_id, language, translation_id, published, is_original_published, since, false as is_missing, is_stale, is_renewed,
        is_unpublished, is_finished, is_unread, conflicts, reports, is_corrected
      from private.waiting_translations($1, '{unread,stale}')
      union all
      select article_id, language, null, false, state = 'published', since, true, false, false, false, false, false, 0, 0, false
      from private.waiting where kind = 'missing' and language = any ($1))
    select waiting.original_id, waiting.language, waiting.translation_id, waiting.published,
      case when workflow.due_on < current_date then 0
        when is_unread or is_missing and is_original_published and waiting.since < now() - interval '30 days' then 3
        when is_original_published then 1 else 2 end,
      waiting.since, workflow.due_on, is_missing, is_stale, is_renewed, is_unpublished, is_finished, is_unread,
      conflicts, reports, case when reports > 0 or is_corrected then private.assigned_translator(waiting.translation_id, waiting.language) end
    from waiting left join public.article_workflow as workflow on workflow.article_id = waiting.original_id
    where ($2 or is_original_published or waiting.original_id = any ($3)) and not exists (
      select from public.translation_runs as run
      where run.article_id = waiting.original_id and run.language = waiting.language and run.status in ('queued', 'running', 'paused'))
  $query$ using array(select unnest(p_languages) intersect select unnest(private.offered_languages())), private.is_editor(),
    array(select private.readable_drafts());
end
$$;

/* The languages of the caller, or the one of them that is asked for. Raises 42501 unless the caller translates into it. */
create function private.asked_languages(p_language text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  mine constant text[] := private.translated_languages();
begin
  if coalesce(cardinality(mine), 0) = 0 or not coalesce(p_language = any (mine), true) then
    raise exception using errcode = '42501', message = 'You do not translate into this language.',
      hint = 'An administrator can add it to your role.';
  end if;
  return case when p_language is null then mine else array[p_language] end;
end
$$;

/* Takes what is next in the languages of the caller, or in one of them: first what is for the caller, then by turn, the longest waiting
   first. What was reported or corrected within three days is left to whom it is for. Returns {status: 'taken', original_id, language}, or
   with nothing taken {status: 'nothing'} or {status: 'enough', most}. */
create function public.take_next_translation(p_language text default null) returns jsonb
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
    -- Whoever may not publish a translation can still read it.
    select queue.original_id, queue.language, queue.published and not queue.is_unread as published
    from private.translation_queue(asked) as queue
    where (may_publish or not queue.published or queue.is_unread) and not exists (
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

/* Returns how many seconds a person usually has a translation into one of these languages until it is done: the median of the last twenty. */
create function private.usual_duration(p_user_id uuid, p_languages text[]) returns integer
language sql stable security definer set search_path = ''
return (
  select percentile_cont(0.5) within group (order by extract(epoch from ended_at - claimed_at))::integer
  from (
    select claimed_at, ended_at from public.translation_claims
    where user_id = p_user_id and language = any (p_languages) and ended_how = 'done'
    order by ended_at desc limit 20) as last);

/* A page of the queue in the languages of the caller, or in one of them: {total, rows, languages, people}. With p_person only what that
   person has or is asked about, with p_free only what nobody has. `languages` says how much waits in each and since when; `people` are
   those who translate into them, with how many they have, and for an editor, or of oneself, how many seconds theirs usually take: the
   median of the last twenty. Raises 42501 unless the caller translates. */
create function public.list_translation_queue(
  p_language text default null, p_person uuid default null, p_free boolean default false, p_offset integer default 0,
  p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  asked constant text[] := private.asked_languages(p_language);
  is_editor constant boolean := private.is_editor();
  answer jsonb;
begin
  with waiting as materialized (
    select queue.*, claim.user_id as claimed_by, claim.claimed_at
    from private.translation_queue(asked) as queue
      left join public.translation_claims as claim on claim.original_id = queue.original_id and claim.language = queue.language
        and claim.ended_at is null and claim.saved_at > now() - private.time_of_claim()
  ), found as (
    select * from waiting
    where (p_person is null or p_person in (claimed_by, assigned_to)) and not (coalesce(p_free, false) and claimed_by is not null)
  ), page as (
    select *, row_number() over (order by turn, case when turn < 3 then since end, since desc, original_id, language) as place from found
    order by place offset greatest(coalesce(p_offset, 0), 0) limit least(greatest(coalesce(p_limit, 0), 0), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from found),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'original_id', page.original_id, 'language', page.language, 'translation_id', page.translation_id, 'title', original.title,
        'published', page.published, 'is_original_published', original.published, 'is_late', page.turn = 0, 'due_on', page.due_on,
        'since', page.since, 'is_missing', page.is_missing, 'is_stale', page.is_stale, 'is_renewed', page.is_renewed,
        'is_unpublished', page.is_unpublished, 'is_finished', page.is_finished, 'is_unread', page.is_unread, 'conflicts', page.conflicts, 'reports', page.reports,
        'claimed_by', page.claimed_by, 'claimed_name', private.name_of_person(page.claimed_by), 'claimed_at', page.claimed_at,
        'assigned_to', page.assigned_to, 'assigned_name', private.name_of_person(page.assigned_to)) order by page.place), '[]')
      from page join public.articles as original on original.id = page.original_id),
    'languages', (
      select coalesce(jsonb_agg(to_jsonb(each) order by each.language), '[]') from (
        select language, count(*) as waiting, count(claimed_by) as claimed, min(since) filter (where turn < 3) as since
        from waiting group by language) as each),
    'people', (
      select coalesce(jsonb_agg(to_jsonb(each) order by each.name, each.user_id), '[]') from (
        select member.user_id, private.name_of_person(member.user_id) as name, member.role, member.languages,
          (select count(*) from waiting where claimed_by = member.user_id) as claimed,
          (select count(*) from waiting where assigned_to = member.user_id) as assigned,
          case when is_editor or member.user_id = me then private.usual_duration(member.user_id, asked) end as usual_seconds
        from public.user_roles as member
        where private.role_has(member.role, 'own_languages') and member.languages && asked
          or exists (select from waiting where member.user_id in (claimed_by, assigned_to))) as each))
  into answer;
  return answer;
end
$$;

/* Returns who has a translation, and who is asked about what readers have reported in it: {title, claimed_by, claimed_name, claimed_at,
   assigned_to, assigned_name}; null when the caller does not translate the article into the language. Raises 42501 for who has no role. */
create function public.find_translation_claim(p_original_id uuid, p_language text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can see who has a translation.';
  elsif not coalesce(
    p_language = any (private.translated_languages()) and private.writes_translation(p_original_id, p_language, false), false) then
    return null;
  end if;
  return (
    select jsonb_build_object('title', original.title, 'claimed_by', claim.user_id, 'claimed_name', private.name_of_person(claim.user_id),
      'claimed_at', claim.claimed_at, 'assigned_to', reported.assigned_to,
      'assigned_name', private.name_of_person(reported.assigned_to))
    from public.articles as original
      left join public.translation_claims as claim on claim.original_id = original.id and claim.language = p_language
        and claim.ended_at is null and claim.saved_at > now() - private.time_of_claim()
      left join lateral (
        select private.assigned_translator(translation.id, p_language) as assigned_to from public.articles as translation
        where translation.original_article_id = original.id and translation.language = p_language and exists (
          select from public.translation_reports as report
          where report.translation_id = translation.id and report.status = 'open')) as reported on true
    where original.id = p_original_id and original.original_article_id is null);
end
$$;

grant execute on function
  public.find_translation_claim(uuid, text),
  public.list_translation_queue(text, uuid, boolean, integer, integer),
  public.take_next_translation(text)
to authenticated;
