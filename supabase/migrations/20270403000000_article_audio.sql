-- A speech model beside the language model: its connection, and the sound of articles that a machine reads aloud.
-- The speech model, if there is one: {"provider", "model", "voice", "voices": [{"language", "voice"}], "base_url", "sealed_key", "key_end"}.
alter table private.ai_settings add column speech jsonb constraint a_whole_speech_model check (speech is null or coalesce(
    speech ->> 'provider' in ('openai', 'openai-compatible') and char_length(speech ->> 'model') between 1 and 200
    and char_length(speech ->> 'voice') between 1 and 100 and jsonb_typeof(speech -> 'voices') = 'array'
    and (speech ->> 'base_url' is null or (speech ->> 'base_url' ~ '^https?://[^@?#\s]+$' and char_length(speech ->> 'base_url') <= 500))
    and octet_length(speech::text) <= 16384, false));

drop function private.save_ai_settings(integer, jsonb, jsonb);
/* Saves the settings in the name of the administrator of the request. Only the server calls it. p_connection is null to leave the
   connection as it is, and so is p_speech; an empty object removes either. Returns false, and changes nothing, when they were changed since p_version.
   Raises 42501 for other callers. */
create function private.save_ai_settings(p_version integer, p_connection jsonb, p_speech jsonb, p_costs jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change settings.';
  end if;
  update private.ai_settings set
    version = version + 1,
    provider = case when p_connection is null then provider else p_connection ->> 'provider' end,
    model = case when p_connection is null then model else p_connection ->> 'model' end,
    base_url = case when p_connection is null then base_url else p_connection ->> 'base_url' end,
    sealed_key = case when p_connection is null then sealed_key else p_connection ->> 'sealed_key' end,
    key_end = case when p_connection is null then key_end else coalesce(p_connection ->> 'key_end', '') end,
    speech = case when p_speech is null then speech else nullif(p_speech, '{}') end,
    concurrency = (p_costs ->> 'concurrency')::integer,
    currency = p_costs ->> 'currency',
    prices = p_costs -> 'prices',
    monthly_budget = (p_costs ->> 'monthly_budget')::numeric,
    updated_at = now(),
    updated_by = auth.uid()
  where version = p_version;
  if found and p_speech is not null then
    -- What the last speech model could not do, this one may.
    update private.speech_tasks set due_at = now(), failures = 0, waits_for_budget = false;
    return true;
  end if;
  return found;
end
$$;

/* The key itself is in no entry, nor its end. */
create or replace function private.record_ai_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'provider', private.change_in_words(old.provider, new.provider),
    'model', private.change_in_words(old.model, new.model),
    'address', private.change_in_words(old.base_url, new.base_url, 'that of the provider'),
    'key', case when old.sealed_key is distinct from new.sealed_key then
      case when new.sealed_key is null then 'removed' when old.sealed_key is null then 'set' else 'replaced' end end,
    'requests_at_once', private.change_in_words(old.concurrency::text, new.concurrency::text),
    'speech_model', private.change_in_words(old.speech ->> 'model', new.speech ->> 'model'),
    'speech_voice', private.change_in_words(old.speech ->> 'voice', new.speech ->> 'voice'),
    'speech_voices', private.change_in_words(private.value_in_words(old.speech -> 'voices'), private.value_in_words(new.speech -> 'voices')),
    'speech_address', private.change_in_words(old.speech ->> 'base_url', new.speech ->> 'base_url', 'that of the provider'),
    'speech_key', case when old.speech ->> 'sealed_key' is distinct from new.speech ->> 'sealed_key' then
      case when new.speech ->> 'sealed_key' is null then 'removed' when old.speech ->> 'sealed_key' is null then 'set' else 'replaced' end end,
    'currency', private.change_in_words(old.currency, new.currency),
    'prices', private.change_in_words(private.value_in_words(old.prices), private.value_in_words(new.prices)),
    'monthly_budget', private.change_in_words(old.monthly_budget::text, new.monthly_budget::text)));
begin
  if changes <> '{}' then
    perform private.record_act('settings', 'change_model',
      case when changes ->> 'key' is not null then changes ->> 'key' || ' the key of the language model'
        else 'changed the settings of the language model' end, p_details => changes);
  end if;
  return null;
end
$$;

-- Articles that a machine reads aloud: what is to be made, what was paid for already, and the files that readers hear. Only the server reads
-- and writes these tables; readers are told of a file by the functions below, and get it at /article/audio (server/features/speech).

-- Not public: whether readers get a file is decided by its article, each time.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('article-audio', 'article-audio', false, 268435456, array['audio/mpeg'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The sound of an article. Without a reference to articles, as with revisions: it comes back with its article out of the trash.
create table private.article_audio (
  article_id uuid primary key,
  -- A file has a name of its own, so that no reader gets a part of one and a part of the next.
  id uuid not null unique,
  -- Whether it reads what the article says now. Readers get no other.
  is_current boolean not null default true,
  model text not null check (char_length(model) between 1 and 200),
  voice text not null check (char_length(voice) between 1 and 100),
  seconds double precision not null check (seconds > 0 and seconds <= 28800),
  bytes integer not null check (bytes > 0),
  -- In the order in which they are read: [{"block", "heading", "text", "start", "hash", "offset", "length"}].
  parts jsonb not null check (jsonb_typeof(parts) = 'array' and octet_length(parts::text) <= 2097152),
  made_at timestamptz not null default now()
);

-- Articles whose sound is to be made, or made anew.
create table private.speech_tasks (
  article_id uuid primary key references public.articles (id) on delete cascade,
  -- Moves with every change, so that a sound which was made meanwhile is known to be of an older text.
  wanted_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default now(),
  -- A process that has ended without a word loses its claim.
  claimed_until timestamptz not null default '-infinity',
  failures integer not null default 0 check (failures >= 0),
  -- Why the last attempt failed, as a sentence.
  problem text check (char_length(problem) <= 500),
  waits_for_budget boolean not null default false,
  -- Whether an editor asked for it later. What has just been published is read aloud before it.
  is_older boolean not null default false
);
create index speech_tasks_due on private.speech_tasks (is_older, due_at);

-- Parts of a sound that is being made. They were paid for, so they are kept until they are in a file.
create table private.speech_parts (
  article_id uuid not null references public.articles (id) on delete cascade,
  -- Of the model, the voice and the text.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  audio bytea not null check (octet_length(audio) between 1 and 26214400),
  made_at timestamptz not null default now(),
  primary key (article_id, hash)
);

alter table private.article_audio enable row level security;
alter table private.speech_tasks enable row level security;
alter table private.speech_parts enable row level security;
revoke all on private.article_audio, private.speech_tasks, private.speech_parts from public, anon, authenticated, service_role;

/* Wants the sound of an article that appears, or whose text changes after it was heard. Articles that were published before there was a
   speech model, or that an import brings, stay silent: a model must not be paid for a whole archive unasked. */
create function private.want_speech() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  has_changed constant boolean := tg_op = 'UPDATE'
    and (old.title, old.subtitle, old.content) is distinct from (new.title, new.subtitle, new.content);
  appears constant boolean := new.published and (tg_op = 'INSERT' or not old.published);
  was_heard constant boolean := exists (select from private.article_audio where article_id = new.id);
begin
  if was_heard and has_changed then
    update private.article_audio set is_current = false where article_id = new.id;
  end if;
  if not new.published then
    delete from private.speech_tasks where article_id = new.id;
  elsif not private.is_importing() and (appears or (has_changed and (was_heard or exists (select from private.speech_tasks where article_id = new.id))))
    and exists (select from private.ai_settings where speech is not null) then
    insert into private.speech_tasks (article_id) values (new.id)
    on conflict (article_id) do update set wanted_at = excluded.wanted_at, due_at = excluded.due_at, failures = 0, problem = null,
      waits_for_budget = false, is_older = false;
  end if;
  return null;
end
$$;
create trigger want_speech after insert or update of title, subtitle, content, published on public.articles
  for each row execute function private.want_speech();

/* Removes the file of a sound that is no more, and tells pages and feeds. */
create function private.follow_article_audio() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.id <> old.id) then
    delete from storage.objects where bucket_id = 'article-audio' and name = old.id || '.mp3';
  end if;
  select * into article from public.articles where id = case when tg_op = 'DELETE' then old.article_id else new.article_id end;
  if found then
    perform pg_notify('page_changes', concat_ws(E'\n',
      'article:' || coalesce(article.original_article_id, article.id), 'audio:' || article.language));
  end if;
  return null;
end
$$;
create trigger follow_article_audio after insert or update or delete on private.article_audio
  for each row execute function private.follow_article_audio();

/* The sound of a published article that reads what it says now: its name, and how long it is. */
create function public.find_article_audio(p_article_id uuid)
returns table (id uuid, seconds double precision, bytes integer)
language sql stable security definer set search_path = ''
as $$
  select audio.id, audio.seconds, audio.bytes
  from private.article_audio as audio join public.articles as article on article.id = audio.article_id
  where audio.article_id = p_article_id and audio.is_current and article.published and article.language = any(private.offered_languages())
$$;

/* The newest articles of a language that can be heard. As in every list of the site, a translation is left out while its original is not
   published. */
create function public.list_article_audio(p_language text, p_limit integer)
returns table (article_id uuid, id uuid, seconds double precision, bytes integer, model text)
language sql stable security definer set search_path = ''
as $$
  select audio.article_id, audio.id, audio.seconds, audio.bytes, audio.model
  from private.article_audio as audio join public.articles as article on article.id = audio.article_id
  where article.language = p_language and article.published and audio.is_current and article.language = any(private.offered_languages())
    and (article.original_article_id is null
      or exists (select from public.articles as original where original.id = article.original_article_id and original.published))
  order by article.publish_date desc, article.id
  limit least(p_limit, 100)
$$;
revoke all on function public.find_article_audio(uuid), public.list_article_audio(text, integer) from public;
grant execute on function public.find_article_audio(uuid), public.list_article_audio(text, integer) to anon, authenticated, service_role;

/* Deletes what belongs to an article when it can no longer be restored: revisions, corrections, overridden findings, who had it,
   its sound, and the record of its translations. Pending translations are deleted with the article itself. */
create or replace function private.forget_deleted_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.articles where id = old.article_id)
    and not exists (select from public.article_trash where article_id = old.article_id) then
    delete from public.article_revisions where article_id = old.article_id;
    delete from public.article_corrections where article_id = old.article_id;
    delete from public.article_check_overrides where article_id = old.article_id;
    delete from public.article_translations where translation_id = old.article_id;
    delete from public.translation_parts where translation_id = old.article_id;
    delete from public.translation_runs where article_id = old.article_id;
    delete from public.translation_edits where article_id = old.article_id;
    delete from public.article_people where article_id = old.article_id;
    delete from public.article_workflow where article_id = old.article_id;
    delete from public.handovers where article_id = old.article_id;
    delete from private.work_notices where article_id = old.article_id;
    delete from private.article_audio where article_id = old.article_id;
  end if;
  return null;
end
$$;

/* The state of a task: given up, waiting for the budget, being made, failed and to be tried again, or waiting. */
create function private.state_of_recording(p_task private.speech_tasks) returns text
language sql stable set search_path = ''
return case
  when p_task.due_at = 'infinity' then 'failed'
  when p_task.claimed_until > now() then 'making'
  when p_task.waits_for_budget then 'paused'
  when p_task.failures > 0 then 'retrying'
  else 'waiting' end;

/* How many characters of an article are read aloud, at most: its Markdown has more than is said. */
create function private.spoken_characters(p_article public.articles) returns integer
language sql immutable set search_path = ''
return char_length(p_article.title) + char_length(coalesce(p_article.subtitle, '')) + char_length(p_article.content);

/* What reading aloud so many characters is likely to cost, at fifteen in a second; null when the speech model has no price. */
create function private.likely_speech_cost(p_characters bigint) returns numeric
language sql stable security definer set search_path = ''
return (
  select (p_characters * (price ->> 'input')::numeric + p_characters / 15.0 * (price ->> 'output')::numeric) / 1000000
  from private.ai_settings cross join jsonb_array_elements(prices) as price
  where price ->> 'model' = speech ->> 'model' limit 1);

/* What is left for older recordings of the budget of this month; null without a budget. */
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

/* What recordings of so many older articles are likely to take: {articles, characters, seconds, cost, currency, covered, covered_cost, left}.
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

select private.admit_service_role();
