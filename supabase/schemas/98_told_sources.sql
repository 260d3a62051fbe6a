-- All that readers are told of articles that rest on sources.

/* Returns how an article came about, given any of its versions: {model, drafted_at, is_original, sources, sentences}; null for one without sources.
   Sources are those that the text cites. Sentences are those of the original, in the order of its text, each with the numbers of its sources
   and who signed it as own knowledge. */
create function private.tell_sources(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object(
    'model', sourced.model, 'drafted_at', sourced.drafted_at, 'is_original', asked.id = original.id,
    'sources', coalesce((
      select jsonb_agg(jsonb_build_object(
        'number', number, 'outlet', outlet, 'title', title, 'url', url, 'language', language, 'published_at', published_at, 'state', state)
        order by number)
      from public.article_sources as source
      where source.article_id = original.id and exists (
        select from public.article_sentences as sentence cross join lateral jsonb_array_elements(sentence.cites) as cited
        where sentence.article_id = original.id and sentence.text_hash = private.text_hash(original)
          and (cited ->> 'source')::integer = source.number)), '[]'),
    'sentences', coalesce((
      select jsonb_agg(jsonb_build_object(
        'field', sentence.field, 'text', sentence.text,
        'sources', coalesce((
          select jsonb_agg(distinct (cited ->> 'source')::integer) from jsonb_array_elements(sentence.cites) as cited), '[]'),
        'signed_by', signature.signed_by_name, 'reason', signature.reason) order by sentence.position)
      from public.article_sentences as sentence
        left join public.sentence_signatures as signature
          on signature.article_id = original.id and signature.key = sentence.key and sentence.verdict = 'red'
      where sentence.article_id = original.id and sentence.text_hash = private.text_hash(original)), '[]'))
  from public.articles as asked
    join public.articles as original on original.id = coalesce(asked.original_article_id, asked.id)
    join public.sourced_articles as sourced on sourced.article_id = original.id
  where asked.id = p_article_id;
end;

/* Returns what readers are told of the sources of a published article; null for any other. */
create function public.find_article_sources(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select private.tell_sources(asked.id)
  from public.articles as asked join public.articles as original on original.id = coalesce(asked.original_article_id, asked.id)
  where asked.id = p_article_id and asked.published and original.published;
end;

/* The articles among these of which a model wrote the first text, for lists such as feeds. */
create function public.list_drafted_articles(p_article_ids uuid[]) returns table (article_id uuid)
language sql stable security definer set search_path = ''
begin atomic
  select sourced.article_id from public.sourced_articles as sourced
    join public.articles on articles.id = sourced.article_id and articles.published
  where sourced.article_id = any (p_article_ids[1:200]) and sourced.model is not null;
end;

/* Returns how an article came to rest on sources, for its record: {model, drafted_at, begun_by, question, length, sources, sentences, signatures}; null
   for one without sources. The words of sources are not in it, because they are not ours to pass on. */
create function private.sourcing_record(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object(
    'model', sourced.model, 'drafted_at', sourced.drafted_at, 'begun_at', sourced.begun_at,
    'begun_by', private.recorded_person(sourced.begun_by), 'question', sourced.question, 'length', sourced.length,
    'questioned_at', sourced.questioned_at, 'questioned_model', sourced.questioned_model,
    'sources', coalesce((
      select jsonb_agg(to_jsonb(source) - '{article_id,item_id,added_by,seen_by}'::text[] order by number)
      from public.article_sources as source where source.article_id = p_article_id), '[]'),
    'sentences', coalesce((
      select jsonb_agg(jsonb_build_object(
        'field', sentence.field, 'text', sentence.text, 'kind', sentence.kind, 'verdict', sentence.verdict,
        'cites', (select coalesce(jsonb_agg(cited - 'text'), '[]') from jsonb_array_elements(sentence.cites) as cited),
        'findings', (select coalesce(jsonb_agg(finding -> 'code'), '[]') from jsonb_array_elements(sentence.findings) as finding))
        order by sentence.position)
      from public.article_sentences as sentence join public.articles on articles.id = p_article_id
      where sentence.article_id = p_article_id and sentence.text_hash = private.text_hash(articles)), '[]'),
    'signatures', coalesce((
      select jsonb_agg(jsonb_build_object(
        'text', text, 'reason', reason, 'at', signed_at, 'by', private.recorded_person(signed_by), 'name', signed_by_name) order by signed_at)
      from public.sentence_signatures where article_id = p_article_id), '[]'))
  from public.sourced_articles as sourced where sourced.article_id = p_article_id;
end;

/* Has the pages of an article rendered again when what they say of its sources changes. */
create function private.announce_told_sources() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant uuid := case when tg_op = 'DELETE' then old.article_id else new.article_id end;
begin
  if exists (select from public.articles where id = changed and published) then
    perform pg_notify('page_changes', 'article:' || changed);
  end if;
  return null;
end
$$;
create trigger announce_told_sources after insert or update or delete on public.article_sources
  for each row execute function private.announce_told_sources();
create trigger announce_told_sources after insert or update or delete on public.sentence_signatures
  for each row execute function private.announce_told_sources();
-- Notifications with the same words are sent once for each transaction.
create trigger announce_told_sources after insert on public.article_sentences
  for each row when (new.position = 1) execute function private.announce_told_sources();

grant execute on function
  public.find_article_sources(uuid),
  public.list_drafted_articles(uuid[])
to anon, authenticated, service_role;
