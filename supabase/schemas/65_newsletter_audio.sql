-- Issues of the newsletter that a machine reads aloud: each sealed message once, from the moment at which its sending begins. Only the server
-- reads and writes these tables (server/features/speech); the files are beside those of articles, in the bucket "article-audio".

-- A recording that is to be made, and then the recording. Messages are replaced when an issue is approved again while it is paused: what read
-- the former ones aloud goes with them, and the new ones are read anew.
create table private.newsletter_audio (
  issue_id uuid not null,
  language text not null,
  -- Names the file, and the task: work for a message that has been replaced finds no row.
  id uuid not null unique default gen_random_uuid(),
  due_at timestamptz not null default now(),
  -- A process that has ended without a word loses its claim.
  claimed_until timestamptz not null default '-infinity',
  failures integer not null default 0 check (failures >= 0),
  -- The reason why the last attempt failed, as a sentence.
  problem text check (char_length(problem) <= 500),
  -- Null until it is made.
  made_at timestamptz,
  model text check (char_length(model) between 1 and 200),
  voice text check (char_length(voice) between 1 and 100),
  seconds double precision check (seconds > 0 and seconds <= 28800),
  bytes integer check (bytes > 0),
  -- The same as those of private.article_audio.
  parts jsonb check (jsonb_typeof(parts) = 'array' and octet_length(parts::text) <= 2097152),
  primary key (issue_id, language),
  foreign key (issue_id, language) references public.newsletter_messages (issue_id, language) on delete cascade,
  constraint newsletter_audio_made_check check (num_nulls(made_at, model, voice, seconds, bytes, parts) in (0, 6))
);
create index newsletter_audio_due on private.newsletter_audio (due_at) where made_at is null;

-- Parts of a recording that is being made. They were paid for, so they are kept until they are in a file.
create table private.newsletter_audio_parts (
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  language text not null,
  -- Of the model, the voice and the text.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  audio bytea not null check (octet_length(audio) between 1 and 26214400),
  primary key (issue_id, language, hash)
);

revoke all on private.newsletter_audio, private.newsletter_audio_parts from public, anon, authenticated, service_role;

/* Wants the recordings of an issue whose sending begins, or whose messages are replaced afterwards. Those of the demo, and those that an import
   or a backup brings, stay silent: a model must not be paid for a whole archive unasked. */
create function private.want_newsletter_audio() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wanted uuid;
begin
  if private.is_importing() or private.is_restoring() or not exists (select from private.ai_settings where speech is not null) then
    return null;
  end if;
  if tg_table_name = 'newsletter_issues' then
    wanted := new.id;
  else
    wanted := new.issue_id;
  end if;
  insert into private.newsletter_audio (issue_id, language)
  select issue.id, message.language
  from public.newsletter_messages as message join public.newsletter_issues as issue on issue.id = message.issue_id
  where issue.id = wanted and issue.started_at is not null and issue.origin <> 'demo'
  on conflict do nothing;
  return null;
end
$$;
create trigger want_audio after update on public.newsletter_issues
  for each row when (old.started_at is null and new.started_at is not null)
  execute function private.want_newsletter_audio();
create trigger want_audio after insert on public.newsletter_messages
  for each row execute function private.want_newsletter_audio();

/* Removes the file of a recording that is no more, and tells pages and feeds. */
create function private.follow_newsletter_audio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from storage.objects where bucket_id = 'article-audio' and name = old.id || '.mp3';
  end if;
  perform pg_notify('page_changes', 'newsletters');
  return null;
end
$$;
create trigger follow_recording after update on private.newsletter_audio
  for each row when (old.made_at is distinct from new.made_at) execute function private.follow_newsletter_audio();
create trigger follow_end after delete on private.newsletter_audio
  for each row when (old.made_at is not null) execute function private.follow_newsletter_audio();

/* All that the last speech model could not do, another one may. */
create function private.retry_newsletter_audio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.newsletter_audio set due_at = now(), failures = 0 where made_at is null;
  return null;
end
$$;
create trigger retry_newsletter_audio after update of speech on private.ai_settings
  for each row when (old.speech is distinct from new.speech and new.speech is not null)
  execute function private.retry_newsletter_audio();

/* The recording of an issue in this very language. */
create function public.find_newsletter_audio(p_slug text, p_language text)
returns table (id uuid, seconds double precision, bytes integer, model text)
language sql stable security definer set search_path = ''
as $$
  select audio.id, audio.seconds, audio.bytes, audio.model
  from private.newsletter_audio as audio join public.newsletter_issues as issue on issue.id = audio.issue_id
  where issue.slug = p_slug and issue.started_at is not null and audio.language = p_language and p_language = any(private.offered_languages())
    and audio.made_at is not null
$$;

/* The latest issues that can be heard in this very language. */
create function public.list_newsletter_audio(p_language text, p_limit integer)
returns table (
  id uuid, seconds double precision, bytes integer, model text, made_at timestamptz,
  slug text, language text, subject text, preheader text, started_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select audio.id, audio.seconds, audio.bytes, audio.model, audio.made_at,
         issue.slug, message.language, message.subject, message.preheader, issue.started_at
  from private.newsletter_audio as audio
  join public.newsletter_issues as issue on issue.id = audio.issue_id
  join public.newsletter_messages as message on (message.issue_id, message.language) = (audio.issue_id, audio.language)
  where audio.language = p_language and p_language = any(private.offered_languages()) and issue.started_at is not null and audio.made_at is not null
  order by issue.started_at desc, issue.slug desc
  limit least(greatest(p_limit, 0), 100)
$$;
revoke all on function public.find_newsletter_audio(text, text), public.list_newsletter_audio(text, integer) from public;
grant execute on function public.find_newsletter_audio(text, text), public.list_newsletter_audio(text, integer)
  to anon, authenticated, service_role;

/* Returns which messages of an issue are read aloud, for the desk: {has_model, rows: [{language, id, state, seconds, problem}]}, English first. A
   message is "silent" that nothing was asked for. Raises 42501 unless the caller makes newsletters. */
create function public.read_issue_recordings(p_issue_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can see the recordings of an issue.';
  end if;
  return jsonb_build_object(
    'has_model', exists (select from private.ai_settings where speech is not null),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'language', message.language, 'id', audio.id, 'seconds', audio.seconds, 'problem', audio.problem,
          'state', case when audio.id is null then 'silent' when audio.made_at is not null then 'made'
            when audio.due_at = 'infinity' then 'failed' else 'waiting' end)
        order by message.language <> 'en', message.language), '[]')
      from public.newsletter_messages as message
      join public.newsletter_issues as issue on issue.id = message.issue_id and issue.started_at is not null
      left join private.newsletter_audio as audio using (issue_id, language)
      where message.issue_id = p_issue_id));
end
$$;

/* Has the messages of an issue read aloud that are silent, or whose recordings were given up, and returns {begun}: how many. Raises 42501
   unless the caller makes newsletters, and 55000 without a speech model. */
create function public.make_issue_recordings(p_issue_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  begun integer;
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can have an issue read aloud.';
  elsif not exists (select from private.ai_settings where speech is not null) then
    raise exception using errcode = '55000', message = 'No speech model is set up.',
      hint = 'An administrator chooses one in Settings → Language model.';
  end if;
  insert into private.newsletter_audio as audio (issue_id, language)
  select message.issue_id, message.language
  from public.newsletter_messages as message join public.newsletter_issues as issue on issue.id = message.issue_id
  where issue.id = p_issue_id and issue.started_at is not null
  on conflict (issue_id, language) do update set due_at = now(), failures = 0, problem = null where audio.due_at = 'infinity';
  get diagnostics begun = row_count;
  if begun > 0 then
    perform private.record_issue_act(p_issue_id, 'read_newsletter_aloud', 'had the newsletter %s read aloud',
      jsonb_build_object('messages', begun), null, null);
  end if;
  return jsonb_build_object('begun', begun);
end
$$;
revoke all on function public.read_issue_recordings(uuid), public.make_issue_recordings(uuid) from public;
grant execute on function public.read_issue_recordings(uuid), public.make_issue_recordings(uuid) to authenticated, service_role;
