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
  -- True if it reads what the article says now. Readers get no other.
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
  -- The reason why the last attempt failed, as a sentence.
  problem text check (char_length(problem) <= 500),
  waits_for_budget boolean not null default false,
  -- True if an editor asked for it later. What has just been published is read aloud before it.
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
