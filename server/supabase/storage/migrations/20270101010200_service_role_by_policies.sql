-- The service role gets policies, because before PostgreSQL 16 only a superuser can create a role that bypasses row level security.
create policy "the service role does everything" on storage.buckets to service_role using (true) with check (true);
create policy "the service role does everything" on storage.objects to service_role using (true) with check (true);
create policy "the service role does everything" on storage.unused_files to service_role using (true) with check (true);
