-- Lists of groups look for the articles of each, and the daily check for those that cite a page.

create index sourced_articles_of_group on public.sourced_articles (group_id);
create index article_sources_of_url on public.article_sources (url);
