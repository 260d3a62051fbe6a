-- Pages about the publication: shipped ones that were edited, and own ones. A row is the text of a page in one language.

create function private.is_shipped_page(p_slug text) returns boolean
language sql immutable set search_path = ''
return p_slug in ('about', 'contact', 'privacy', 'terms', 'disclaimer');

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  -- The same in all languages of a page.
  slug text not null constraint pages_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  language text not null default 'en' references private.languages,
  title text not null constraint pages_title_check check (private.is_line(to_jsonb(title), 150)),
  description text not null default '' constraint pages_description_check
    check (description = '' or private.is_line(to_jsonb(description), 300)),
  content text not null default '',
  -- Readers get the shipped text while that of a shipped page is not published.
  published boolean not null default false,
  -- The place of an own page in the footer; null where it is not listed.
  position integer constraint pages_position_check check (position between 1 and 99),
  -- The hash of the shipped text from which the edit began (core/domain/shipped-page.ts).
  shipped text constraint pages_shipped_check check (shipped ~ '^[0-9a-z]{1,14}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (slug, language),
  constraint pages_content_length check (octet_length(content) <= 262144),
  constraint pages_content_check check (not published or not private.is_blank(content)),
  constraint pages_shipped_page_check check (case when private.is_shipped_page(slug) then position is null else shipped is null end)
);
comment on table public.pages is '{"live": true}';
grant select on public.pages to anon;
grant select, insert (slug, language, title, description, content, published, position, shipped),
  update (slug, title, description, content, published, position, shipped), delete on public.pages to authenticated;
grant all on public.pages to service_role;
create policy "everyone reads published pages" on public.pages
  for select to anon, authenticated using (published);
create policy "administrators read all pages" on public.pages
  for select to authenticated using ((select private.is_admin()));
create policy "administrators add pages" on public.pages
  for insert to authenticated with check ((select private.is_admin()));
create policy "administrators edit pages" on public.pages
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete pages" on public.pages
  for delete to authenticated using ((select private.is_admin()));

-- The address that an own page had before; it leads to its present address. Only the server reads it.
create table private.page_redirects (
  slug text primary key,
  leads_to text not null,
  created_at timestamptz not null default now()
);

/* Lets one transaction at a time give addresses to pages and categories, so that two at once cannot give the same one. */
create function private.take_turns_with_addresses() returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtext('addresses of pages and categories'))
$$;

/* Refuses an address that belongs to something else, and more than fifty pages. */
create function private.check_page_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant text := case when tg_op = 'UPDATE' then old.slug end;
  problem text;
begin
  if tg_op = 'UPDATE' and new.slug = old.slug then
    return new;
  end if;
  perform private.take_turns_with_addresses();
  if private.is_shipped_page(before) then
    problem := 'pages_shipped_address';
  elsif private.is_shipped_page(new.slug) then
    problem := case when tg_op = 'UPDATE' then 'pages_reserved_address' end;
  elsif private.is_reserved_address(new.slug) then
    problem := 'pages_reserved_address';
  elsif exists (select from public.categories where slug = new.slug) then
    problem := 'pages_address_of_category';
  elsif exists (select from private.page_redirects where slug = new.slug and leads_to is distinct from before) then
    problem := 'pages_address_of_page';
  elsif tg_op = 'INSERT' and not exists (select from public.pages where slug = new.slug)
    and (select count(distinct slug) from public.pages where not private.is_shipped_page(slug)) >= 50 then
    problem := 'pages_count_check';
  end if;
  if problem is not null then
    raise exception using errcode = '23514', constraint = problem, message = case problem
      when 'pages_shipped_address' then 'The address of a shipped page cannot be changed'
      when 'pages_reserved_address' then 'This address belongs to the site itself'
      when 'pages_address_of_category' then 'A section has this address, or had it'
      when 'pages_address_of_page' then 'Another page had this address, which leads to it'
      else 'There are 50 pages already' end || format(' (%s).', problem);
  end if;
  -- In the footer it stands in one place in all languages.
  if tg_op = 'INSERT' and new.position is null then
    new.position := (select min(position) from public.pages where slug = new.slug);
  end if;
  return new;
end
$$;
create trigger check_page_address before insert or update on public.pages
  for each row execute function private.check_page_address();

/* A new section must not take the address of a page, neither its present one nor one that leads to it. */
create function private.check_category_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_turns_with_addresses();
  if exists (select from public.pages where slug = new.slug) or exists (select from private.page_redirects where slug = new.slug) then
    raise exception using errcode = '23514', constraint = 'categories_address_of_page',
      message = format('A page has the address "%s", or had it (categories_address_of_page).', new.slug);
  end if;
  return new;
end
$$;
create trigger check_address_of_page before insert or update of slug on public.categories
  for each row execute function private.check_category_address();

/* Dates a change. No two versions have the same time, because a save names the version that its form began with. */
create function private.touch_page() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not private.is_restoring() then
    new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
create trigger touch_page before update on public.pages
  for each row execute function private.touch_page();

/* After a change of addresses: all languages of a page have moved, and to a place of their own; the old address leads to the new
   one, as do those that led to the old one. */
create function private.move_page() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  moved record;
begin
  for moved in
    select distinct was.slug as before, now.slug as after from was join now using (id) where was.slug <> now.slug
  loop
    if exists (select from public.pages where slug = moved.before)
      or exists (select from public.pages where slug = moved.after and id not in (select id from was where slug = moved.before)) then
      raise exception using errcode = '23505', constraint = 'pages_slug_language_key',
        message = 'A page has one address for all its languages, and no other page has it (pages_slug_language_key).';
    end if;
    delete from private.page_redirects where slug = moved.after;
    update private.page_redirects set leads_to = moved.after where leads_to = moved.before;
    insert into private.page_redirects (slug, leads_to) values (moved.before, moved.after);
    update public.page_revisions set slug = moved.after where slug = moved.before;
  end loop;
  return null;
end
$$;
create trigger move_page after update on public.pages
  referencing old table as was new table as now for each statement execute function private.move_page();

/* The addresses that led to a page that is gone are free again. */
create function private.forget_page_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_turns_with_addresses();
  delete from private.page_redirects
    where leads_to in (select slug from gone) and not exists (select from public.pages where slug = leads_to);
  return null;
end
$$;
create trigger forget_page_redirects after delete on public.pages
  referencing old table as gone for each statement execute function private.forget_page_redirects();

/* Notifies the channel page_changes with page:<slug>, and with a setting where more than the text of the page changes: the
   published pages are among the settings (core/domain/page.ts), and every page may list those that are not shipped. */
create function private.announce_page() returns trigger
language plpgsql set search_path = ''
as $$
declare
  before constant jsonb := case when tg_op <> 'INSERT' and old.published then to_jsonb(old) end;
  after constant jsonb := case when tg_op <> 'DELETE' and new.published then to_jsonb(new) end;
  slug constant text := coalesce(after, before) ->> 'slug';
  unlisted constant text[] := array['content', 'updated_at', 'shipped'];
begin
  if before is null and after is null then
    return null;
  end if;
  perform pg_notify('page_changes', concat_ws(E'\n',
    'page:' || slug,
    'page:' || nullif(before ->> 'slug', slug),
    case when before - unlisted is distinct from after - unlisted then
      case when private.is_shipped_page(slug) then 'setting:shipped_pages' else 'setting:pages' end end));
  return null;
end
$$;
create trigger announce_page after insert or update or delete on public.pages
  for each row execute function private.announce_page();
create trigger announce_truncated_pages after truncate on public.pages
  for each statement execute function private.announce_any_change();

-- Every version of a page. Those of a page that was deleted stay for a month, so that it can be brought back.
create table public.page_revisions (
  id bigint generated always as identity primary key,
  slug text not null,
  language text not null,
  made_at timestamptz not null default now(),
  -- Null for the program.
  made_by uuid,
  event text not null check (event in ('created', 'changed', 'published', 'unpublished', 'deleted')),
  title text not null,
  published boolean not null,
  -- The whole row.
  version jsonb not null
);
-- Purged: Of a page that was deleted, from then on.
comment on table public.page_revisions is $${"purge": [
  "made_at < now() - interval '30 days'",
  "and not exists (select from public.pages where slug = page_revisions.slug and language = page_revisions.language)",
  "and not exists (",
  "select from public.page_revisions as later",
  "where later.slug = page_revisions.slug and later.language = page_revisions.language",
  "and later.made_at >= now() - interval '30 days')"]}$$;
create index page_revisions_of_page on public.page_revisions (slug, language, id);
create index page_revisions_of_deleted on public.page_revisions (id) where event = 'deleted';
revoke all on public.page_revisions from anon, authenticated, service_role;
grant select on public.page_revisions to authenticated, service_role;
create policy "administrators read versions of pages" on public.page_revisions
  for select to authenticated using ((select private.is_admin()));
create trigger count_row after insert on public.page_revisions
  for each row when (new.event not in ('unpublished', 'deleted')) execute function private.count_row();

/* Adds a version when what a page says has changed, or that it is deleted. */
create function private.keep_page_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  page public.pages := coalesce(new, old);
begin
  if tg_op = 'UPDATE' and (old.title, old.description, old.content, old.published)
    is not distinct from (new.title, new.description, new.content, new.published) then
    return null;
  end if;
  insert into public.page_revisions (slug, language, made_by, event, title, published, version)
  values (page.slug, page.language, auth.uid(),
    case
      when tg_op = 'DELETE' then 'deleted'
      when page.published and (tg_op = 'INSERT' or not old.published) then 'published'
      when tg_op = 'INSERT' then 'created'
      when old.published and not new.published then 'unpublished'
      else 'changed' end,
    page.title, page.published, to_jsonb(page));
  return null;
end
$$;
create trigger keep_page_revision after insert or update or delete on public.pages
  for each row execute function private.keep_page_revision();

/* Maintains which pictures a page shows. */
create function private.note_page_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media_uses where source_id = old.id and kind = 'page';
  else
    perform private.note_uses('page', new.id, new.id, new.content);
  end if;
  return null;
end
$$;
create trigger note_page_uses after insert or update of content or delete on public.pages
  for each row execute function private.note_page_uses();
create trigger forget_truncated_uses after truncate on public.pages
  for each statement execute function private.forget_truncated_uses('page');

create trigger record_page after insert or update or delete on public.pages
  for each row execute function private.audit_row();

grant execute on function private.is_shipped_page(text) to anon, authenticated, service_role;
grant execute on function private.take_turns_with_addresses() to authenticated, service_role;
