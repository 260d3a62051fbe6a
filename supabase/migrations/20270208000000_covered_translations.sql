-- A translation is published only if its original could be: it says the same.
/* Why readers may not have the text of an article: {constraint, message, hint}; null when they may, also because it rests on no sources. What
   was judged before one of its sources was taken out, corrected or withdrawn counts no more. A translation says what its original says. */
create or replace function private.find_uncovered(article public.articles) returns jsonb
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
create or replace function private.require_covered_text() returns trigger
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
