-- Recordings as editors see them: which are waited for and which have failed, with the acts that make them again or make older ones.

/* The state of a task: given up, waiting for the budget, being made, failed and to be tried again, or waiting. */
create function private.state_of_recording(p_task private.speech_tasks) returns text
language sql stable set search_path = ''
return case
  when p_task.due_at = 'infinity' then 'failed'
  when p_task.claimed_until > now() then 'making'
  when p_task.waits_for_budget then 'paused'
  when p_task.failures > 0 then 'retrying'
  else 'waiting' end;

/* Returns how many characters of an article are read aloud, at most: its Markdown has more than is said. */
create function private.spoken_characters(p_article public.articles) returns integer
language sql immutable set search_path = ''
return char_length(p_article.title) + char_length(coalesce(p_article.subtitle, '')) + char_length(p_article.content);

/* Returns what reading aloud so many characters is likely to cost, at fifteen in a second; null when the speech model has no price. */
create function private.likely_speech_cost(p_characters bigint) returns numeric
language sql stable security definer set search_path = ''
return (
  select (p_characters * (price ->> 'input')::numeric + p_characters / 15.0 * (price ->> 'output')::numeric) / 1000000
  from private.ai_settings cross join jsonb_array_elements(prices) as price
  where price ->> 'model' = speech ->> 'model' limit 1);

/* Returns what is left for older recordings of the budget of this month; null without a budget. */
create function private.budget_for_recordings() returns numeric
language sql stable security definer set search_path = ''
return (
  select case when monthly_budget is not null then greatest(0, monthly_budget
    - coalesce((
      select sum(used.input_tokens * (price ->> 'input')::numeric + used.output_tokens * (price ->> 'output')::numeric) / 1000000
      from private.ai_usage as used join jsonb_array_elements(prices) as price on price ->> 'model' = used.model
      where used.day >= date_trunc('month', now() at time zone 'utc')::date), 0)
    - coalesce(private.likely_speech_cost((
      select sum(private.spoken_characters(article))
      from private.speech_tasks as task join public.articles as article on article.id = task.article_id
      where task.due_at < 'infinity')), 0)) end
  from private.ai_settings);

/* The newest published articles of a language, or of all, that have no recording and wait for none, with whether the budget of this month is
   likely to cover each after those before it. Without what is too long to be read aloud. */
create function private.unrecorded_articles(p_language text, p_count integer)
returns table (article_id uuid, characters integer, is_covered boolean)
language sql stable security definer set search_path = ''
as $$
  -- A text is only read where it counts, because the archive may be long.
  with newest as (
    select silent.id, text.characters, silent.publish_date
    from (
      select article.id, article.publish_date from public.articles as article
      where article.published and article.language = any(private.offered_languages()) and (p_language is null or article.language = p_language)
        and not exists (select from private.article_audio as audio where audio.article_id = article.id and audio.is_current)
        and not exists (select from private.speech_tasks as task where task.article_id = article.id)
      order by article.publish_date desc, article.id) as silent
    cross join lateral (
      select private.spoken_characters(article) as characters from public.articles as article where article.id = silent.id offset 0) as text
    where text.characters <= 50000
    order by silent.publish_date desc, silent.id limit p_count
  )
  select id, characters, coalesce(private.likely_speech_cost(sum(characters) over (order by publish_date desc, id)) <= budget.rest, true)
  from newest cross join (select private.budget_for_recordings() as rest) as budget
$$;

/* A page of what is to be read aloud, failures first: {has_model, recorded, older, counts: {state: number}, total, rows}. `older`
   are those that an editor asked for. With p_state or p_language only those. Raises 42501 unless the caller is an editor. */
create function public.list_recordings(
  p_state text default null, p_language text default null, p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can see what is read aloud.';
  end if;
  with waiting as materialized (
    select task.*, private.state_of_recording(task) as state, article.slug, article.title, article.language, article.original_article_id
    from private.speech_tasks as task join public.articles as article on article.id = task.article_id
  ), found as (
    select * from waiting where (p_state is null or state = p_state) and (p_language is null or language = p_language)
  ), page as (
    select *, row_number() over (
      order by array_position(array['failed', 'paused', 'retrying', 'making', 'waiting'], state), is_older, wanted_at desc, article_id) as place
    from found order by place offset greatest(coalesce(p_offset, 0), 0) limit least(greatest(coalesce(p_limit, 0), 0), 100)
  )
  select jsonb_build_object(
    'has_model', exists (select from private.ai_settings where speech is not null),
    'recorded', (select count(*) from private.article_audio as audio join public.articles as article on article.id = audio.article_id
      where audio.is_current and article.published),
    'older', (select count(*) from waiting where is_older),
    'counts', (select coalesce(jsonb_object_agg(state, number), '{}') from (select state, count(*) as number from waiting group by state) as each),
    'total', (select count(*) from found),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object(
        'article_id', article_id, 'slug', slug, 'title', title, 'language', language, 'original_article_id', original_article_id,
        'state', state, 'problem', problem, 'failures', failures, 'wanted_at', wanted_at,
        'next_at', case when state in ('retrying', 'paused') then due_at end) order by place), '[]') from page))
  into answer;
  return answer;
end
$$;

/* Has a recording made again that has failed, or every one that was given up, and returns {retried}: how many. Raises 42501 unless
   the caller is an editor. */
create function public.retry_recordings(p_article_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  retried integer;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can have articles read aloud.';
  end if;
  update private.speech_tasks set due_at = now(), failures = 0, problem = null, waits_for_budget = false
  where case when p_article_id is null then due_at = 'infinity' else article_id = p_article_id end;
  get diagnostics retried = row_count;
  return jsonb_build_object('retried', retried);
end
$$;

/* Leaves an article silent that waits for a recording, until its text changes or it is published again; without an article, all older ones
   that an editor asked for. What is being made ends without a file. Returns {dismissed}: how many. Raises 42501 unless the caller is an
   editor. */
create function public.dismiss_recordings(p_article_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  dismissed integer;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can leave articles silent.';
  end if;
  delete from private.speech_tasks where case when p_article_id is null then is_older else article_id = p_article_id end;
  get diagnostics dismissed = row_count;
  return jsonb_build_object('dismissed', dismissed);
end
$$;

/* Returns what recordings of so many older articles are likely to take: {articles, characters, seconds, cost, currency, covered, covered_cost, left}.
   The budget of this month is likely to cover the first `covered` of them; `left` is its rest, or null. Raises 42501 unless the caller is an
   editor, and 22023 for a number that is not between 1 and 500. */
create function public.estimate_recordings(p_count integer, p_language text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_recordings(p_count);
  return (
    select jsonb_build_object(
      'articles', count(*), 'characters', coalesce(sum(characters), 0), 'seconds', coalesce(sum(characters), 0) / 15,
      'cost', private.likely_speech_cost(coalesce(sum(characters), 0)), 'currency', (select currency from private.ai_settings),
      'covered', count(*) filter (where is_covered),
      'covered_cost', private.likely_speech_cost(coalesce(sum(characters) filter (where is_covered), 0)),
      'left', private.budget_for_recordings())
    from private.unrecorded_articles(p_language, p_count));
end
$$;

/* Has the newest older articles read aloud, as many as asked for and as the budget of this month is likely to cover, after everything that is
   published meanwhile. Returns {begun}: how many. Raises as estimate_recordings does, and 55000 without a speech model. */
create function public.make_recordings(p_count integer, p_language text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  begun integer;
begin
  perform private.require_recordings(p_count);
  if not exists (select from private.ai_settings where speech is not null) then
    raise exception using errcode = '55000', message = 'No speech model is set up.',
      hint = 'An administrator chooses one in Settings → Language model.';
  end if;
  -- One after the other, so that two requests do not spend the same rest of the budget.
  perform pg_advisory_xact_lock(hashtextextended('private.speech_tasks', 0));
  insert into private.speech_tasks (article_id, is_older)
  select article_id, true from private.unrecorded_articles(p_language, p_count) where is_covered
  on conflict do nothing;
  get diagnostics begun = row_count;
  if begun > 0 then
    perform private.record_act('articles', 'make_recordings', 'had older articles read aloud',
      p_details => jsonb_build_object('articles', begun, 'language', p_language));
  end if;
  return jsonb_build_object('begun', begun);
end
$$;

create function private.require_recordings(p_count integer) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can have articles read aloud.';
  elsif p_count is null or p_count not between 1 and 500 then
    raise exception using errcode = '22023', message = 'The number of articles must be between 1 and 500.';
  end if;
end
$$;

grant execute on function public.list_recordings(text, text, integer, integer), public.retry_recordings(uuid), public.dismiss_recordings(uuid),
  public.estimate_recordings(integer, text), public.make_recordings(integer, text) to authenticated;
