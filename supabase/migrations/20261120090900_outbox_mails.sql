-- Where mail goes while no mail server is configured: kept as sent, readable by administrators.

create table public.outbox_mails (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  message_id text not null unique,
  sender text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  headers jsonb not null default '{}'
);

alter table public.outbox_mails enable row level security;
grant select, delete on public.outbox_mails to authenticated;
grant all on public.outbox_mails to service_role;

create policy "administrators read the outbox" on public.outbox_mails
  for select to authenticated using ((select private.is_admin()));
create policy "administrators empty the outbox" on public.outbox_mails
  for delete to authenticated using ((select private.is_admin()));
