-- A list of the desk over all languages read every article to sort sixty thousand of them, for a page of twenty-five.

-- What a save always changes, such as updated_at, is left out: PostgreSQL would have to write to every index at each save.
create index articles_desk_order on public.articles (published, publish_date desc, id) include (language, category, featured);
create index articles_desk_titles on public.articles (published, title, id);
create index articles_desk_categories on public.articles (published, category, id);
create index articles_desk_authors on public.articles (published, author, id);
create index articles_desk_ages on public.articles (published, created_at, id);
