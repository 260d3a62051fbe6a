-- What rests on sources stays an original, and a signature has a reason that readers can see.
/* An article that rests on sources keeps its id, by which they are known, and does not become a translation, of which readers are told the
   sources of its original. */
create or replace function private.keep_sourced_id() returns trigger
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
drop trigger keep_sourced_id on public.articles;
create trigger keep_sourced_id before update of id, original_article_id on public.articles
  for each row when (old.id <> new.id or new.original_article_id is not null) execute function private.keep_sourced_id();

/* Signs a sentence as own knowledge, under the name by which readers know the caller. Returns {status: 'signed'}, or {status: 'gone'} where no
   such sentence was judged, and {status: 'not_signable'} for what nobody can answer for. Raises 42501 unless the caller is an editor. */
create or replace function public.sign_sentence(p_article_id uuid, p_key text, p_reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  sentence public.article_sentences;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors sign a sentence as own knowledge.';
  elsif p_reason !~ '[[:alnum:]]' then
    raise exception using errcode = '23514', constraint = 'sentence_signatures_reason',
      message = 'A reason has words, because readers are told it (sentence_signatures_reason).';
  end if;
  perform from public.sourced_articles where article_id = p_article_id for update;
  select * into sentence from public.article_sentences
    where article_id = p_article_id and key = p_key order by judged_at desc limit 1;
  if sentence.article_id is null then
    return jsonb_build_object('status', 'gone');
  elsif not sentence.is_signable then
    return jsonb_build_object('status', 'not_signable');
  elsif (select count(*) from public.sentence_signatures where article_id = p_article_id) >= 500 then
    raise exception using errcode = '54000', message = '500 sentences of this article are signed already.';
  end if;
  insert into public.sentence_signatures (article_id, key, text, reason, signed_by, signed_by_name)
  values (p_article_id, p_key, sentence.text, btrim(p_reason), auth.uid(), coalesce(
    (select coalesce(byline, display_name) from public.profiles where user_id = auth.uid()), 'An editor'))
  on conflict (article_id, key) do update set
    reason = excluded.reason, signed_by = excluded.signed_by, signed_by_name = excluded.signed_by_name, signed_at = now();
  return jsonb_build_object('status', 'signed');
end
$$;
