-- All that administrators decide about the publication.

-- The rule of each setting, for private.fits. Every start stores the rules of its program (server/platform/database/setting-rules.ts).
create table private.setting_rules (
  key text primary key,
  rule jsonb not null
);
comment on table private.setting_rules is '{"backup": false}';
alter table private.setting_rules enable row level security;
revoke all on private.setting_rules from public, anon, authenticated, service_role;

/* Checks a setting against its rule. While a backup is restored in parallel, other tables may be filled first, so everything
   counts until there are rules. */
create function private.is_setting(key text, value jsonb) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.setting_rules where setting_rules.key = is_setting.key and private.fits(value, rule))
  or not exists (select from private.setting_rules);

-- A row for each key that was set. A key without a row has the default of core/domain/settings.ts.
create table public.settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint a_setting_with_a_fitting_value check (private.is_setting(key, value))
);
comment on table public.settings is '{"live": true}';
-- Readers see settings in pages, which the server renders. The desk needs them whoever uses it, and none is a secret.
grant select, insert (key, value), update (key, value), delete on public.settings to authenticated;
grant all on public.settings to service_role;
create policy "members read settings" on public.settings
  for select to authenticated using ((select private.is_member()));
create policy "administrators set" on public.settings
  for insert to authenticated with check ((select private.is_admin()));
create policy "administrators change settings" on public.settings
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators take settings back" on public.settings
  for delete to authenticated using ((select private.is_admin()));

/* The languages that readers are offered: English, and those that administrators have not switched off. */
create function private.offered_languages() returns text[]
language sql stable security definer set search_path = ''
return coalesce(
  (select array(select jsonb_array_elements_text(value)) from public.settings where key = 'languages'),
  array(select code from private.languages));

/* The language that who asks for this one gets. */
create function private.offered_language(p_language text) returns text
language sql stable set search_path = ''
return case when p_language = any(private.offered_languages()) then p_language else 'en' end;

grant execute on function
  private.offered_language(text),
  private.offered_languages()
to anon, authenticated, service_role;

/* The languages whose translations readers get only after a review: as an administrator has chosen for each, otherwise those that
   somebody translates into. */
create function private.reviewed_languages() returns text[]
language sql stable security definer set search_path = ''
return array(
  select code from private.languages
  where code <> 'en' and coalesce(
    (select (value ->> code)::boolean from public.settings where key = 'translation_review'),
    exists (select from public.user_roles where private.role_has(role, 'own_languages') and code = any (user_roles.languages)))
  order by code);
grant execute on function private.reviewed_languages() to authenticated, service_role;


/* Records who set a value and when, which clients cannot write. Time zones are checked here, because a check
   constraint cannot read the list of them. */
create function private.stamp_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.key = 'newsletter_zone'
    and not exists (select from pg_catalog.pg_timezone_names where name = new.value #>> '{}') then
    raise exception using errcode = '23514', message = 'There is no such time zone.';
  end if;
  new.updated_at := now();
  new.updated_by := auth.uid();
  return new;
end
$$;
create trigger stamp_setting before insert or update on public.settings
  for each row execute function private.stamp_setting();

/* Notifies the channel page_changes with setting:<key>. core/domain/settings.ts says which pages show it. */
create function private.announce_setting_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' or new.value is distinct from old.value then
    perform pg_notify('page_changes', 'setting:' || case when tg_op = 'DELETE' then old.key else new.key end);
  end if;
  return null;
end
$$;
create trigger announce_setting_change after insert or update or delete on public.settings
  for each row execute function private.announce_setting_change();
create trigger announce_truncated_settings after truncate on public.settings
  for each statement execute function private.announce_any_change();

/* The author of an article for which none is given. */
create function private.default_author() returns text
language sql stable security definer set search_path = ''
return coalesce(
  (select value #>> '{}' from public.settings where key = 'default_author'),
  (select value #>> '{}' || ' Editorial' from public.settings where key = 'site_name'),
  'AI Watch Editorial');

/* The reading time of an article for which none is given. */
/* Stands for the reading time of an article that gives none, so that it can be told from one that was given. */
create function private.no_reading_time() returns text
language sql immutable set search_path = ''
return null::text;

create function private.default_reading_time() returns text
language sql stable security definer set search_path = ''
return coalesce((select value #>> '{}' from public.settings where key = 'default_reading_time'), '5 min read');

/* Saves settings, all of them or none. Each change has the value that the caller saw before, null for the default, and
   the value to store, null to go back to the default. Returns {conflicts}: the keys that another user has changed
   since; then nothing was written. Policies and constraints apply as for any other write. */
create function public.save_settings(p_changes jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  change record;
  conflicts text[] := '{}';
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change settings.';
  end if;
  if jsonb_typeof(p_changes) is distinct from 'array' or jsonb_array_length(p_changes) > 50 then
    raise exception using errcode = '22023', message = 'A list of at most 50 changes is expected.';
  end if;
  begin
    -- In the same order for all callers, which prevents deadlocks.
    for change in
      select item ->> 'key' as key, nullif(item -> 'before', 'null') as before, nullif(item -> 'after', 'null') as after
      from jsonb_array_elements(p_changes) as item order by 1
    loop
      if change.after is null then
        delete from public.settings where key = change.key and value = change.before;
      elsif change.before is null then
        insert into public.settings (key, value) values (change.key, change.after) on conflict (key) do nothing;
      else
        update public.settings set value = change.after where key = change.key and value = change.before;
      end if;
      -- Two people who want the same are not in conflict.
      if not found and (select value from public.settings where key = change.key) is distinct from change.after then
        conflicts := conflicts || change.key;
      end if;
    end loop;
    if cardinality(conflicts) > 0 then
      raise exception using errcode = 'PT409';
    end if;
  exception when sqlstate 'PT409' then
    null;
  end;
  return jsonb_build_object('conflicts', conflicts);
end
$$;

grant execute on function
  public.save_settings(jsonb)
to authenticated;
grant execute on function
  private.default_author(),
  private.default_reading_time(),
  private.no_reading_time(),
  private.is_setting(text, jsonb)
to authenticated, service_role;

-- The sections of the publication. Articles name their slug, which is also the address of the page of the section. A row that is
-- retired is an old address: it leads to a section in one step. Written by public.save_categories alone.
create table public.categories (
  slug text primary key,
  -- The place in the header; null for a retired one.
  position integer,
  -- Null for the shipped colour, which is grey where none is shipped.
  color text,
  -- By language. Empty for the messages that are shipped, which not every section has.
  names jsonb not null default '{}',
  descriptions jsonb not null default '{}',
  retired_to text references public.categories (slug),
  constraint categories_slug_check check (private.is_category_slug(slug)),
  constraint categories_color_check check (color ~ '^#[0-9a-f]{6}$'),
  constraint categories_names_check check (private.is_lines_by_language(names, 60)),
  constraint categories_descriptions_check check (private.is_lines_by_language(descriptions, 300)),
  constraint retired_categories_lead_elsewhere check ((position is null) = (retired_to is not null) and retired_to <> slug)
);
comment on table public.categories is '{"live": true}';
create index categories_retired on public.categories (retired_to) where retired_to is not null;
revoke all on public.categories from anon, authenticated, service_role;
grant select on public.categories to anon, authenticated, service_role;
create policy "everyone reads categories" on public.categories
  for select to anon, authenticated using (true);

insert into public.categories (slug, position)
  select slug, place from unnest(private.shipped_categories()) with ordinality as shipped (slug, place);

/* Tells every process to read the sections again; every page shows them. */
create function private.announce_category_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('page_changes', 'setting:categories');
  return null;
end
$$;
create trigger announce_category_change after insert or update or delete or truncate on public.categories
  for each statement execute function private.announce_category_change();

/* Puts an article that names a retired section into the one it leads to: its editor may not know yet. The lock makes it wait for a
   retirement under way, whose result is then read. */
create function private.follow_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  live text;
begin
  select coalesce(retired_to, slug) into live from public.categories where slug = new.category for key share;
  if live is null and new.category is not null then
    raise exception using errcode = '23514', schema = 'public', table = 'articles', constraint = 'articles_category_check',
      message = 'new row for relation "articles" violates check constraint "articles_category_check"',
      detail = 'There is no category "' || left(new.category, 80) || '".';
  end if;
  new.category := live;
  return new;
end
$$;

/* Tells whether articles follow their section to another address in this transaction. That is no change of the articles: it adds no
   version, moves no date, and is announced once for all of them. */
create function private.is_section_moving() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('articles.section_moves', true), '') = 'on';

/* Tells whether rows are written as an export has them, with the moments that they have there: then nothing is dated, told or derived by
   triggers. Only the program itself restores, never the role of a user, which a function with the rights of its owner keeps, too. */
create function private.is_restoring() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('publication.restoring', true), '') = 'on' and current_setting('role') = 'none';

grant execute on function
  private.is_restoring(),
  private.is_section_moving()
to authenticated, service_role;
