-- A dashboard is one request: when an article changes, every open desk reads its own again, and each sent eight.

/*
 * What the dashboard of the caller shows, under the caller's policies: numbers of originals, those published from p_from until
 * before p_until, the newest originals, schedules that did not work out, and what the caller has typed and not saved, once for
 * each article. Raises 42501 for who is no administrator. plpgsql, because it is planned once per connection.
 */
create function public.load_dashboard(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators have a dashboard.';
  end if;
  return jsonb_build_object(
    'counts', (
      select jsonb_build_object(
        'total', count(*),
        'featured', count(*) filter (where featured),
        'publishedToday', count(*) filter (where published and publish_date >= p_from and publish_date < p_until),
        'drafts', count(*) filter (where not published))
      from public.articles where original_article_id is null),
    'recent', (
      select coalesce(jsonb_agg(to_jsonb(newest) order by publish_date desc, id), '[]')
      from (
        select id, slug, language, title, category, publish_date, reading_time, published, featured
        from public.articles where original_article_id is null
        order by publish_date desc, id limit 5) as newest),
    'missed', (
      select coalesce(jsonb_agg(to_jsonb(schedule) order by publish_at desc), '[]')
      from (
        select schedules.publish_at, schedules.zone, schedules.status, schedules.reason,
          jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language,
            'title', articles.title) as article
        from public.article_schedules as schedules join public.articles on articles.id = schedules.article_id
        where schedules.status in ('missed', 'failed')
        order by schedules.publish_at desc limit 50) as schedule),
    'unsaved', (
      select coalesce(jsonb_agg(to_jsonb(form) order by updated_at desc), '[]')
      from (
        select copies.article_id, copies.title, copies.updated_at,
          case when articles.id is not null then
            jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language,
              'title', articles.title) end as article
        from (
          select distinct on (article_id) article_id, title, since, updated_at
          from public.working_copies order by article_id, updated_at desc) as copies
        left join public.articles on articles.id = copies.article_id
        -- What was typed of an article that is deleted now waits until it comes back.
        where articles.id is not null or copies.since is null) as form));
end
$$;

revoke all on function public.load_dashboard(timestamptz, timestamptz) from public, anon;
grant execute on function public.load_dashboard(timestamptz, timestamptz) to authenticated, service_role;

-- Originals by their dates, with what is counted, so that neither reads the wide rows of sixty thousand articles.
create index articles_originals on public.articles (publish_date desc, id) include (published, featured)
  where original_article_id is null;
