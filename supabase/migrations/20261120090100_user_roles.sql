-- Who may do what: a signed-in user is an administrator when a row here says so.

create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role = 'admin'),
  created_at timestamptz not null default now(),
  unique (user_id, role)
);

-- Security definer, because a policy that read user_roles through user_roles' own policy would recurse.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.user_roles where user_id = auth.uid() and role = 'admin');

grant execute on function private.is_admin() to anon, authenticated, service_role;

alter table public.user_roles enable row level security;
grant select on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

create policy "users read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
