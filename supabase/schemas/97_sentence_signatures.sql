-- All that editors do with sentences and sources of an article: they sign, take sources out, and look at changes.

/* Signs a sentence as own knowledge, under the name by which readers know the caller. Returns {status: 'signed'}, or {status: 'gone'} where no
   such sentence was judged, and {status: 'not_signable'} for what nobody can answer for. Raises 42501 unless the caller is an editor. */
create function public.sign_sentence(p_article_id uuid, p_key text, p_reason text) returns jsonb
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

/* Takes a signature back: {changed}, which is false when there is none, or readers have the text that it is for. Raises 42501 unless the
   caller is an editor. */
create function public.withdraw_signature(p_article_id uuid, p_key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors take a signature back.';
  end if;
  perform from public.sourced_articles where article_id = p_article_id for update;
  delete from public.sentence_signatures as signature where article_id = p_article_id and key = p_key and not exists (
    select from public.articles
      join public.article_sentences as sentence
        on sentence.article_id = articles.id and sentence.text_hash = private.text_hash(articles) and sentence.key = p_key
    where articles.id = p_article_id and articles.published and sentence.verdict = 'red');
  return jsonb_build_object('changed', found);
end
$$;

/* Takes a source out of an article, or puts it back. What rests on it has to be judged again; until then the text cannot be published.
   Raises 42501 unless the caller is an editor. */
create function public.set_source_removed(p_article_id uuid, p_number integer, p_removed boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors choose the sources of an article.';
  end if;
  perform from public.sourced_articles where article_id = p_article_id for update;
  update public.article_sources set state = case when p_removed then 'removed' else 'present' end, checked_at = null
    where article_id = p_article_id and number = p_number and (state = 'removed') <> p_removed;
  return jsonb_build_object('changed', found);
end
$$;

/* Says that an editor has looked at a source that was corrected or withdrawn, so that its article waits for nobody any more. Raises 42501
   unless the caller is an editor. */
create function public.mark_source_seen(p_article_id uuid, p_number integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors say that a changed source was looked at.';
  end if;
  update public.article_sources set seen_at = now(), seen_by = auth.uid()
    where article_id = p_article_id and number = p_number and state in ('corrected', 'withdrawn') and seen_at is null;
  return jsonb_build_object('changed', found);
end
$$;

/* The articles of which an editor has to look at changed sources, the latest first: [{since, outlets, is_withdrawn, article}]; none for others. */
create function private.list_changed_sources() returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select coalesce(jsonb_agg(to_jsonb(changed) order by since desc), '[]') from (
    select max(source.state_since) as since, array_agg(distinct source.outlet) as outlets,
      bool_or(source.state = 'withdrawn') as is_withdrawn,
      jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
    from public.article_sources as source join public.articles on articles.id = source.article_id
    where source.state in ('corrected', 'withdrawn') and source.seen_at is null and (select private.is_editor())
    group by articles.id order by max(source.state_since) desc limit 100) as changed;
end;

grant execute on function
  public.mark_source_seen(uuid, integer),
  public.set_source_removed(uuid, integer, boolean),
  public.sign_sentence(uuid, text, text),
  public.withdraw_signature(uuid, text)
to authenticated;
