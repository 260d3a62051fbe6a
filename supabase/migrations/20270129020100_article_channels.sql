-- Who works on an article joins its live channel; who may have lost the article is checked at once, and everybody twice a minute.

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
create trigger announce_lost_article after delete on public.article_people
  for each row execute function private.announce_lost_article();
create trigger announce_lost_article after update of owner, next_person on public.article_workflow
  for each row when ((old.owner, old.next_person) is distinct from (new.owner, new.next_person))
  execute function private.announce_lost_article();

grant execute on function private.name_of_person(uuid) to authenticated, service_role;
