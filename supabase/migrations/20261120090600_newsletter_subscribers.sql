-- Newsletter subscribers with double opt-in. Tokens are kept as SHA-256 only; what confirms travels by mail alone.

create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 255),
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de', 'it', 'pt')),
  subscribed_at timestamptz not null default now(),
  confirmed boolean not null default false,
  is_active boolean not null default true,
  confirmed_at timestamptz,
  -- What was asked, when and from where: as it was confirmed, and as it was last requested by whoever it was.
  consent jsonb not null default '{}',
  requested_consent jsonb not null default '{}',
  confirmation_token_hash text unique,
  confirmation_expires_at timestamptz,
  confirmation_used_at timestamptz,
  confirmation_sent_at timestamptz
);

create unique index newsletter_subscribers_email on public.newsletter_subscribers (lower(email));
create index newsletter_subscribers_pending on public.newsletter_subscribers (subscribed_at) where not confirmed;
create index newsletter_subscribers_newest on public.newsletter_subscribers (subscribed_at desc);

alter table public.newsletter_subscribers enable row level security;
grant select, update, delete on public.newsletter_subscribers to authenticated;
grant all on public.newsletter_subscribers to service_role;

create policy "administrators read subscribers" on public.newsletter_subscribers
  for select to authenticated using ((select private.is_admin()));
create policy "administrators update subscribers" on public.newsletter_subscribers
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete subscribers" on public.newsletter_subscribers
  for delete to authenticated using ((select private.is_admin()));

-- What the browser is given after signing up: good once, for a quarter of an hour, and only to make the
-- confirmation mail go out to that one address. It cannot confirm anything.
create table public.newsletter_send_tickets (
  ticket_hash text primary key,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  used_at timestamptz
);

create index newsletter_send_tickets_expiry on public.newsletter_send_tickets (expires_at);

alter table public.newsletter_send_tickets enable row level security;
grant all on public.newsletter_send_tickets to service_role;
