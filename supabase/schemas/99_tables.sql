-- A table names its properties in its comment, as JSON, where it is created (server/supabase/rest/catalog/table-properties.ts says which).

/* Completes the tables that there are, for the schema and for a migration that adds one. Desks are told of the changes of live ones. The
   service role reads and changes every row, by policies, because before PostgreSQL 16 only a superuser can create a role that bypasses
   row level security. */
create function private.complete_tables() returns void
language plpgsql set search_path = ''
as $$
declare
  table_id regclass;
  live text;
  key text;
begin
  for table_id in
    select oid from pg_catalog.pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) order by oid::regclass::text
  loop
    execute format('alter table %s enable row level security', table_id);
    if not exists (select from pg_catalog.pg_policy where polrelid = table_id and polname = 'the service role does everything') then
      execute format('create policy "the service role does everything" on %s to service_role using (true) with check (true)', table_id);
    end if;
    begin
      live := pg_catalog.obj_description(table_id, 'pg_class')::jsonb ->> 'live';
    exception when invalid_text_representation then
      -- An operator's own words: what the table has stays.
      live := null;
    end;
    if live is not null then
      select string_agg(quote_literal(attname), ', ' order by array_position(indkey::int2[], attnum)) into strict key
      from pg_catalog.pg_index join pg_catalog.pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = table_id and indisprimary;
      execute format('create or replace trigger announce_row_change after insert or update or delete on %s for each row when (%s)
        execute function private.announce_row_change(%s)', table_id, live, key);
      execute format('create or replace trigger announce_reload after truncate on %s for each statement
        execute function private.announce_reload()', table_id);
    end if;
  end loop;
end
$$;
select private.complete_tables();
