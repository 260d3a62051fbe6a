-- Several drafts are published at once, and who does it learns which of them are not ready.

/* Publishes up to a hundred drafts in one statement. Answers [{id, status}] for each: published, already_published, gone, or
   incomplete with missing. A draft that was never published before is dated now. Raises 42501 for who is no administrator. */
create function public.publish_articles(p_ids jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked uuid[];
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can publish.';
  end if;
  if jsonb_typeof(p_ids) is distinct from 'array' or jsonb_array_length(p_ids) > 100 then
    raise exception using errcode = '22023', message = 'A list of at most 100 ids is expected.';
  end if;
  asked := array(select distinct value::uuid from jsonb_array_elements_text(p_ids));
  with found as (
    select article.id, article.published, private.missing_for_publishing(article) as missing
    from public.articles as article where article.id = any (asked)
    order by article.id for update
  ), published as (
    update public.articles as article set published = true, publish_date = case
        when exists (select from public.article_revisions as revision
          where revision.article_id = article.id and revision.published)
        then article.publish_date else now() end
      from found where article.id = found.id and not found.published and found.missing = '{}'
  )
  select jsonb_agg(jsonb_build_object('id', id, 'status', case
      when found.id is null then 'gone'
      when found.published then 'already_published'
      when found.missing <> '{}' then 'incomplete'
      else 'published' end)
    || case when found.missing <> '{}' and not found.published
      then jsonb_build_object('missing', to_jsonb(found.missing)) else '{}' end
    order by id)
  into answer
  from unnest(asked) as id left join found using (id);
  return coalesce(answer, '[]');
end
$$;

revoke all on function public.publish_articles(jsonb) from public, anon;
grant execute on function public.publish_articles(jsonb) to authenticated, service_role;
