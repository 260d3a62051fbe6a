-- Records actions that leave no other trace, such as the removal of a text for good.
create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor uuid,
  action text not null,
  subject_id uuid not null,
  reason text,
  details jsonb not null default '{}'
);
create index audit_log_subject on public.audit_log (subject_id);
alter table public.audit_log enable row level security;
-- Entries are never changed or deleted, and only functions of the database add any.
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "administrators read the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));
