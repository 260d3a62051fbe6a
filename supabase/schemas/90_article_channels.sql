-- Anybody who works on an article joins its live channel; who may have lost the article is checked at once, and everybody twice a minute.

create function private.announce_lost_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_table_name = 'article_people' then
    perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user', old.user_id)::text);
  else
    perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user', person)::text)
      from unnest(array[old.owner, old.next_person]) as person where person is not null;
  end if;
  return null;
end
$$;

/* An article that is no longer published, or deleted, may be lost by everybody. PostgreSQL drops equal announcements of a transaction. */
create function private.announce_withdrawn_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user', user_id)::text) from public.user_roles;
  return null;
end
$$;
create trigger announce_withdrawn_article after update of published on public.articles
  for each row when (old.published and not new.published) execute function private.announce_withdrawn_article();
create trigger announce_lost_article after delete on public.articles
  for each row execute function private.announce_withdrawn_article();
create trigger announce_lost_article after delete on public.article_people
  for each row execute function private.announce_lost_article();
create trigger announce_lost_article after update of owner, next_person on public.article_workflow
  for each row when ((old.owner, old.next_person) is distinct from (new.owner, new.next_person))
  execute function private.announce_lost_article();
