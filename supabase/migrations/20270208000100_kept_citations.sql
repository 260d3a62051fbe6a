-- A restored version knows what its sentences cited, however many texts were judged since.
create table private.kept_citations (
  article_id uuid not null references public.sourced_articles (article_id) on delete cascade,
  key text not null check (char_length(key) <= 64),
  text text not null check (char_length(text) <= 20000),
  kind text not null check (kind in ('fact', 'quote', 'context')),
  cites jsonb not null check (jsonb_typeof(cites) = 'array' and jsonb_array_length(cites) between 1 and 20),
  judged_at timestamptz not null,
  primary key (article_id, key)
);
alter table private.kept_citations enable row level security;
grant all on private.kept_citations to service_role;

/* Stores what was judged of a text: p_texts has the columns of public.articles that are judged, p_sentences the rows of
   public.article_sentences. Of each article the stored text and the three judged last keep their rows, and of 2,000 sentences that are in none
   of these it stays known what they cited. Only the server calls it. */
create or replace function private.store_judgement(p_article_id uuid, p_texts jsonb, p_sentences jsonb) returns text
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
