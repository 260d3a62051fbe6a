-- The service role reads and changes every row. It does so by policies, because before PostgreSQL 16 only a superuser can create a role
-- that bypasses row level security.

/* Gives the service role its policy on every table that has none; a migration that adds a table calls it. */
create function private.admit_service_role() returns void
language plpgsql set search_path = ''
as $$
declare
  name text;
begin
  for name in
    select oid::regclass::text from pg_catalog.pg_class
    where relkind = 'r' and relrowsecurity and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select from pg_catalog.pg_policy where polrelid = pg_class.oid and polname = 'the service role does everything')
    order by 1
  loop
    execute format('create policy "the service role does everything" on %s to service_role using (true) with check (true)', name);
  end loop;
end
$$;
select private.admit_service_role();
