-- Readers go on with articles about the same things, so the database knows which words tell what an article is about.

/* Returns what the articles of a language have been compared with: a sample of its published originals, which tells how rare a
   word is in this publication. A sample, so that counting takes the same time however many articles there are. */
create table private.word_samples (
  language text primary key,
  /* The number of published originals at the time, and of those of them that have been read. */
  articles integer not null,
  sampled integer not null,
  sampled_at timestamptz not null
);
grant all on private.word_samples to service_role;

/* In how many articles of the sample a word is; words in fewer than two are left out. */
create table private.word_frequencies (
  language text not null references private.word_samples on delete cascade,
  word text not null,
  articles integer not null,
  primary key (language, word)
);
grant all on private.word_frequencies to service_role;

/* A row for each published original. Translations have none, because they are about what their original is about. The
   rows go with those of the search index, which has published articles alone. */
create table private.article_topics (
  article_id uuid primary key references private.article_search on delete cascade,
  language text not null,
  /* The sample by which its words were chosen; null when they have not been chosen yet. */
  chosen_by timestamptz
);
grant all on private.article_topics to service_role;

/* The words that distinguish an article, most of all first. The squares of its weights add up to 1, so that the products
   of the weights of two articles add up to their cosine. */
create table private.topic_words (
  article_id uuid not null references private.article_topics on delete cascade,
  language text not null,
  word text not null,
  weight real not null,
  primary key (article_id, word)
);
-- The articles that a word tells most about come first, so that a search can stop after those.
create index topic_words_by_weight on private.topic_words (language, word, weight desc, article_id);
grant all on private.topic_words to service_role;

/* Reads a sample of the published originals of a language, always the same of the same articles. */
create function private.sample_words(p_language text) returns void
language plpgsql set search_path = ''
as $$
declare
  sample uuid[];
begin
  sample := array(
    select article_id from private.article_topics where language = p_language
    order by pg_catalog.md5(article_id::text) limit 1000);
  -- The lock on this row makes others wait who sample the same language.
  insert into private.word_samples (language, articles, sampled, sampled_at)
  values (
    p_language, (select count(*) from private.article_topics where language = p_language),
    cardinality(sample), clock_timestamp())
  on conflict (language) do update set
    articles = excluded.articles, sampled = excluded.sampled, sampled_at = excluded.sampled_at;
  delete from private.word_frequencies where language = p_language;
  insert into private.word_frequencies (language, word, articles)
  with found as (
    select article_id, unnest(tsvector_to_array(ts_filter(everything, '{a,b,c}'))) as word
    from private.article_search where article_id = any (sample)
  ), roots as (
    select word, private.root_of(p_language, word) as root from found
    where char_length(word) between 3 and 60
    group by word
  )
  -- Several forms of a word are in one article.
  select p_language, root, count(distinct article_id) from found join roots using (word)
  group by root having count(distinct article_id) > 1;
end
$$;

/* Chooses the words of these articles anew, by the sample of their language; without one there are none. A word counts when the
   text has it twice; the title makes it count double, the summary half as much again; code, names of authors, numbers and
   very short words are left out. The rarer a word is, the more it tells, but a word of one article alone tells no more than
   one of two, since it leads nowhere. */
create function private.choose_topics(p_article_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.topic_words where article_id = any (p_article_ids);
  insert into private.topic_words (article_id, language, word, weight)
  with counted as (
    select article_id, search.language, private.root_of(search.language, lexeme) as word, sum(cardinality(weights)) as times,
      max(case when 'A' = any (weights) then 2 when 'B' = any (weights) then 1.5 else 1 end) as place
    from private.article_search as search
    join public.articles as article on article.id = search.article_id
    cross join unnest(ts_delete(
      ts_filter(everything, '{a,b,c}'),
      tsvector_to_array(private.search_vector(search.language, left(article.author, 500)))))
    where article_id = any (p_article_ids) and char_length(lexeme) between 3 and 60 and lexeme !~ '[^[:alpha:]]'
    group by article_id, search.language, word having sum(cardinality(weights)) > 1
  ), weighted as (
    select article_id, language, word,
      place * times / (times + 4.0) * ln(
        1 + (greatest(sampled, 4) - greatest(frequency.articles, 2) + 0.5) / (greatest(frequency.articles, 2) + 0.5)
      ) as weight
    from counted
    join private.word_samples as sample using (language)
    left join private.word_frequencies as frequency using (language, word)
  ), ranked as (
    select *, row_number() over (partition by article_id order by weight desc, word) as place
    from weighted
  )
  select article_id, language, word, weight / sqrt(sum(weight * weight) over (partition by article_id))
  from ranked
  where place <= 40;
  update private.article_topics as topics
  set chosen_by = (select sampled_at from private.word_samples as sample where sample.language = topics.language)
  where article_id = any (p_article_ids);
end
$$;

/* The articles most like one, by the words that tell most about both. Of each word only those articles are compared that
   it tells most about, so that this takes the same time however many have it. One word in common may be chance. Anyone
   may call it, because only published articles are compared. */
create function private.like_article(p_article_id uuid) returns table (article_id uuid, likeness real)
language sql stable security definer set search_path = ''
as $$
  select other.article_id, sum(own.weight * other.weight)
  from private.topic_words as own
  cross join lateral (
    select article_id, weight from private.topic_words as topic
    where topic.language = own.language and topic.word = own.word
    order by weight desc, article_id
    limit 40
  ) as other
  where own.article_id = p_article_id and other.article_id <> p_article_id
  group by other.article_id
  having count(*) > 1 and sum(own.weight * other.weight) >= 0.05
  order by 2 desc, 1
  limit 200
$$;

/* Announces the pages of the articles most like one, which may show it from now on. */
create function private.announce_like_articles(p_article_id uuid) returns void
language sql set search_path = ''
as $$
  select pg_notify('page_changes', 'article:' || article_id)
  from (select article_id from private.like_article(p_article_id) limit 20) as nearest
$$;

/* Chooses the words of an article that is published or changed, and announces the articles that may show it now. */
create function private.note_topics() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  appears boolean := new.published and (tg_op = 'INSERT' or not old.published);
begin
  if new.original_article_id is not null or not new.published then
    delete from private.article_topics where article_id = new.id;
    if appears and not private.is_importing() then
      perform private.announce_like_articles(new.original_article_id);
    end if;
    return null;
  end if;
  insert into private.article_topics as topics (article_id, language) values (new.id, new.language)
  on conflict (article_id) do update set language = excluded.language,
    chosen_by = case when not private.is_importing() then topics.chosen_by end;
  if private.is_importing() then
    -- The job chooses them, which announces the pages too.
    return null;
  end if;
  perform private.choose_topics(array[new.id]);
  perform private.announce_like_articles(new.id);
  return null;
end
$$;

-- Triggers fire in the order of their names, so the search index has the article by then.
create trigger note_topics
  after insert or update of language, title, subtitle, excerpt, content, author, published, original_article_id
  on public.articles
  for each row execute function private.note_topics();

/* Samples the languages whose number of published originals has changed by a tenth since they were sampled. */
create function private.sample_due_languages() returns void
language sql set search_path = ''
as $$
  select private.sample_words(language)
  from (select language, count(*) as articles from private.article_topics group by language) as present
  left join private.word_samples as sample using (language)
  where sample.articles is null or abs(present.articles - sample.articles) > sample.articles / 10
$$;

/* Chooses the words of some articles that had none yet, or by an older sample, and announces their pages.
   Returns how many articles that were; articles that are being changed are left for the next call. */
create function private.choose_outdated_topics(p_limit integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  outdated uuid[];
begin
  outdated := array(
    select article_id
    from private.article_topics as topics
    join private.word_samples as sample using (language)
    where topics.chosen_by is distinct from sample.sampled_at
    limit p_limit
    for update of topics skip locked);
  perform private.choose_topics(outdated);
  perform pg_notify('page_changes', 'article:' || article_id) from unnest(outdated) as article_id;
  return cardinality(outdated);
end
$$;

grant execute on function
  private.like_article(uuid)
to anon, authenticated, service_role;
