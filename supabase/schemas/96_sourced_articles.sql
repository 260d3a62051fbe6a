-- Articles whose sentences name their sources. Code compares each sentence with what it cites; what is not covered keeps the article from
-- being published. Without references to articles, as with revisions: all of it comes back with an article out of the trash.

create table public.sourced_articles (
  article_id uuid primary key,
  -- The story that it was begun from.
  group_id uuid,
  begun_at timestamptz not null default now(),
  begun_by uuid,
  -- The model that wrote its first text, and when; null when a person did.
  model text check (char_length(model) <= 200),
  drafted_at timestamptz,
  -- The question that the model was to answer.
  question text not null default '' check (char_length(question) <= 1000),
  length text check (length in ('short', 'medium', 'long')),
  -- The parts of the model's answer that were left out: sentences with the codes of what is wrong with them.
  dropped jsonb not null default '[]' check (jsonb_typeof(dropped) = 'array' and octet_length(dropped::text) <= 262144),
  -- The time and the model of the last second opinion, and the doubts: the keys of sentences with a reason each.
  questioned_at timestamptz,
  questioned_model text check (char_length(questioned_model) <= 200),
  doubts jsonb not null default '[]' check (jsonb_typeof(doubts) = 'array' and octet_length(doubts::text) <= 131072),
  constraint sourced_articles_model check ((model is null) = (drafted_at is null))
);
comment on table public.sourced_articles is '{"live": true}';
create index sourced_articles_of_group on public.sourced_articles (group_id);

create table public.article_sources (
  article_id uuid not null references public.sourced_articles (article_id) on delete cascade,
  -- Its name in sentences and for readers; never given to another source of the article.
  number integer not null check (number between 1 and 200),
  -- The item of the newsroom, while there is one.
  item_id uuid,
  outlet text not null check (private.is_line(to_jsonb(outlet), 100)),
  title text not null check (char_length(title) <= 500),
  url text check (char_length(url) <= 2000 and url ~ '^https?://'),
  language text check (language ~ '^[a-z]{2,3}$'),
  published_at timestamptz not null,
  -- Sources with one address or nearly the same text have the same.
  origin_id uuid not null,
  added_at timestamptz not null default now(),
  added_by uuid,
  -- removed: by an editor. corrected, withdrawn: by its publisher, since it was cited.
  state text not null default 'present' check (state in ('present', 'removed', 'corrected', 'withdrawn')),
  state_since timestamptz,
  checked_at timestamptz,
  -- The time when an editor has looked at what was corrected or withdrawn.
  seen_at timestamptz,
  seen_by uuid,
  primary key (article_id, number)
);
create index article_sources_of_url on public.article_sources (url);
create index article_sources_of_item on public.article_sources (item_id);
create index article_sources_to_look_at on public.article_sources (article_id) where state in ('corrected', 'withdrawn') and seen_at is null;

-- The sentences of a text as they were judged. A row belongs to the text with this hash (private.text_hash), whether it is stored or about to
-- be; the last few texts of an article have rows.
create table public.article_sentences (
  article_id uuid not null references public.sourced_articles (article_id) on delete cascade,
  text_hash text not null,
  position integer not null check (position between 1 and 5000),
  field text not null check (field = any (private.judged_fields())),
  text text not null check (char_length(text) <= 20000),
  -- The key that signatures and doubts have of it: the hash of its words.
  key text not null check (char_length(key) <= 64),
  -- heading: of titles, headings and captions, which cite nothing themselves.
  kind text not null check (kind in ('fact', 'quote', 'context', 'heading')),
  -- The passages on which it rests: [{source, sentence, text}], with the words of the source, which are kept for as long as the article.
  cites jsonb not null default '[]' check (jsonb_typeof(cites) = 'array' and jsonb_array_length(cites) <= 20),
  verdict text not null check (verdict in ('green', 'amber', 'red')),
  -- [{code, quote, other}]: core/newsroom/judge/finding.ts.
  findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array' and jsonb_array_length(findings) <= 20),
  -- True if somebody can answer for it as own knowledge; not for what is copied, or no sentence at all.
  is_signable boolean not null default true,
  judged_at timestamptz not null default now(),
  primary key (article_id, text_hash, position)
);

-- The passages on which sentences rested that are in no text of article_sentences any more, for when an earlier version is restored.
create table private.kept_citations (
  article_id uuid not null references public.sourced_articles (article_id) on delete cascade,
  key text not null check (char_length(key) <= 64),
  text text not null check (char_length(text) <= 20000),
  kind text not null check (kind in ('fact', 'quote', 'context')),
  cites jsonb not null check (jsonb_typeof(cites) = 'array' and jsonb_array_length(cites) between 1 and 20),
  judged_at timestamptz not null,
  primary key (article_id, key)
);
grant all on private.kept_citations to service_role;

create table public.sentence_signatures (
  article_id uuid not null references public.sourced_articles (article_id) on delete cascade,
  key text not null,
  text text not null check (char_length(text) <= 20000),
  reason text not null constraint sentence_signatures_reason check (not private.is_blank(reason) and char_length(reason) <= 500),
  -- The name as it was, because it is told to readers.
  signed_by uuid not null,
  signed_by_name text not null,
  signed_at timestamptz not null default now(),
  primary key (article_id, key)
);

revoke all on public.sourced_articles, public.article_sources, public.article_sentences, public.sentence_signatures from anon, authenticated;
grant select on public.sourced_articles, public.article_sources, public.article_sentences, public.sentence_signatures to authenticated;
grant all on public.sourced_articles, public.article_sources, public.article_sentences, public.sentence_signatures to service_role;
create policy "members read how drafts of theirs are sourced" on public.sourced_articles
  for select to authenticated using ((select private.is_editor()) or article_id in (select private.readable_drafts()));
create policy "members read sources of their drafts" on public.article_sources
  for select to authenticated using ((select private.is_editor()) or article_id in (select private.readable_drafts()));
create policy "members read sentences of their drafts" on public.article_sentences
  for select to authenticated using ((select private.is_editor()) or article_id in (select private.readable_drafts()));
create policy "members read signatures of their drafts" on public.sentence_signatures
  for select to authenticated using ((select private.is_editor()) or article_id in (select private.readable_drafts()));

/* Announces a changed source or signature as a change of what the article rests on, so that desks follow one table. */
create function private.announce_sourced_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object(
    'kind', 'change', 'table', 'sourced_articles', 'op', 'UPDATE', 'key', jsonb_build_array(coalesce(new.article_id, old.article_id)),
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text);
  return null;
end
$$;
create trigger announce_sourced_change after insert or update or delete on public.article_sources
  for each row execute function private.announce_sourced_change();
create trigger announce_sourced_change after insert or update or delete on public.sentence_signatures
  for each row execute function private.announce_sourced_change();

/* Returns what is judged of an article: all that its readers, feeds and shared links show of it. */
create function private.text_hash(article public.articles) returns text
language sql immutable set search_path = ''
return encode(sha256(convert_to(to_jsonb(array_replace(private.judged_texts(article), null, ''))::text, 'UTF8')), 'hex');

/* Returns why readers may not have the text of an article: {constraint, message, hint}; null when they may, also because it rests on no sources. What
   was judged before one of its sources was taken out, corrected or withdrawn counts no more. A translation says what its original says. */
create function private.find_uncovered(article public.articles) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  hash text;
  missing text;
begin
  if not exists (select from public.sourced_articles where article_id = article.id) then
    return (
      select jsonb_build_object(
        'constraint', 'articles_original_covered',
        'message', 'The sentences of its original are not all covered by their sources (articles_original_covered).',
        'hint', 'Have the original compared with its sources, and edit, cite or sign what is not covered there.')
      from public.articles as original
      where original.id = article.original_article_id and private.find_uncovered(original) is not null);
  end if;
  hash := private.text_hash(article);
  if not exists (
    select from public.article_sentences where article_id = article.id and text_hash = hash
      and judged_at >= coalesce((select max(state_since) from public.article_sources where article_id = article.id), '-infinity')) then
    return jsonb_build_object(
      'constraint', 'articles_judged',
      'message', 'The sentences of this text were not compared with their sources yet (articles_judged).',
      'hint', 'Call /functions/v1/judge-article with the article as it is to be published, and try again.');
  end if;
  select string_agg(left(sentence.text, 80), ' · ' order by position) into missing
  from (
    select text, position from public.article_sentences as judged
    where article_id = article.id and text_hash = hash and verdict = 'red'
      and not (is_signable and exists (
        select from public.sentence_signatures as signature
        where signature.article_id = article.id and signature.key = judged.key))
    order by position limit 5) as sentence;
  return case when missing is not null then jsonb_build_object(
    'constraint', 'articles_covered',
    'message', 'Sentences are not covered by their sources (articles_covered): ' || missing,
    'hint', 'Edit or delete them, cite a source for each, or have an editor sign them as own knowledge.') end;
end
$$;

/* Refuses to publish a text that rests on sources and was not judged, or of which a sentence is not covered; and a translation of such a text,
   while one that readers have can be changed. */
create function private.require_covered_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  uncovered jsonb;
begin
  if tg_op = 'UPDATE' and old.published and (private.text_hash(new) = private.text_hash(old)
    or new.original_article_id = old.original_article_id
      and not exists (select from public.sourced_articles where article_id = new.id)) then
    return new;
  end if;
  -- Neither is a signature withdrawn nor a source taken out while the text that needs it is being published.
  perform from public.sourced_articles where article_id in (new.id, new.original_article_id) for share;
  uncovered := private.find_uncovered(new);
  if uncovered is not null then
    raise exception using errcode = '23514', constraint = uncovered ->> 'constraint', message = uncovered ->> 'message',
      hint = uncovered ->> 'hint';
  end if;
  return new;
end
$$;
-- After the triggers that set columns, in the order of their names.
create trigger zz_require_covered_text before insert or update on public.articles
  for each row when (new.published) execute function private.require_covered_text();

/* An article that rests on sources keeps its id, by which they are known, and does not become a translation, of which readers are told the
   sources of its original. */
create function private.keep_sourced_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.sourced_articles where article_id = old.id) then
    raise exception using errcode = '23514', constraint = 'articles_sourced_id',
      message = 'An article that rests on sources keeps its id, and stays an original (articles_sourced_id).';
  end if;
  return new;
end
$$;
create trigger keep_sourced_id before update of id, original_article_id on public.articles
  for each row when (old.id <> new.id or new.original_article_id is not null) execute function private.keep_sourced_id();

/* Dates the change of a source, in its turn with judgements: one that has not seen it is older. */
create function private.date_source_state() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.sourced_articles where article_id = new.article_id for update;
  new.state_since := clock_timestamp();
  new.seen_at := null;
  new.seen_by := null;
  return new;
end
$$;
create trigger date_source_state before update of state on public.article_sources
  for each row when (old.state <> new.state) execute function private.date_source_state();

/* Stores what was judged of a text: p_texts has the columns of public.articles that are judged, p_sentences the rows of
   public.article_sentences. Of each article the stored text and the three judged last keep their rows, and of 2,000 sentences that are in none
   of these it stays known what they cited. Only the server calls it. */
create function private.store_judgement(p_article_id uuid, p_texts jsonb, p_sentences jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  hash constant text := private.text_hash(jsonb_populate_record(null::public.articles, p_texts));
begin
  -- Waits for a publication that reads the rows, and for another judgement.
  perform from public.sourced_articles where article_id = p_article_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This article rests on no sources.';
  end if;
  delete from public.article_sentences where article_id = p_article_id and text_hash = hash;
  insert into public.article_sentences (article_id, text_hash, position, field, text, key, kind, cites, verdict, findings, is_signable, judged_at)
  select p_article_id, hash, place, field, text, key, kind, cites, verdict, findings, is_signable, clock_timestamp()
  from jsonb_array_elements(p_sentences) with ordinality as listed (value, place)
    cross join lateral jsonb_to_record(value) as sentence (
      field text, text text, key text, kind text, cites jsonb, verdict text, findings jsonb, is_signable boolean);
  with gone as (
    delete from public.article_sentences where article_id = p_article_id and text_hash not in (
      select text_hash from public.article_sentences where article_id = p_article_id
      group by text_hash order by max(judged_at) desc limit 3)
      and text_hash <> coalesce((select private.text_hash(articles) from public.articles where id = p_article_id), '')
    returning key, text, kind, cites, judged_at)
  insert into private.kept_citations as kept (article_id, key, text, kind, cites, judged_at)
  select distinct on (key) p_article_id, key, text, kind, cites, judged_at from gone
    where kind <> 'heading' and cites <> '[]' order by key, judged_at desc
  on conflict (article_id, key) do update
    set text = excluded.text, kind = excluded.kind, cites = excluded.cites, judged_at = excluded.judged_at;
  delete from private.kept_citations where article_id = p_article_id and key in (
    select key from private.kept_citations where article_id = p_article_id order by judged_at desc, key offset 2000);
  return hash;
end
$$;

/* The sources of an article go with it when it can no longer be restored. */
create function private.forget_article_sources() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.articles where id = old.article_id)
    and not exists (select from public.article_trash where article_id = old.article_id) then
    delete from public.sourced_articles where article_id = old.article_id;
  end if;
  return null;
end
$$;
create trigger forget_article_sources after delete on public.article_trash
  for each row execute function private.forget_article_sources();

grant execute on function
  private.find_uncovered(articles)
to access_token, authenticated, service_role;
grant execute on function
  private.store_judgement(uuid, jsonb, jsonb)
to service_role;
