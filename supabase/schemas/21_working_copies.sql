-- Unsaved forms are stored for their editor, and readable by that editor only.

/* Tells whether this is what a form holds: named values, no lists or objects, at most a megabyte of content. */
create function private.is_article_form(form jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(form) = 'object' then
  (select count(*) from jsonb_object_keys(form)) <= 40
  and not exists (
    select from jsonb_each(form) as field (name, value)
    where name !~ '^[a-z][a-z_]{0,39}$' or jsonb_typeof(value) in ('object', 'array')
      or octet_length(value #>> '{}') > case name when 'content' then 1048576 else 20000 end)
else false end;

-- A row for each opened form, so that two tabs of one editor do not overwrite each other. article_id has no reference: a new article
-- gets the id that its form made, and the form of a deleted article is kept.
create table public.working_copies (
  -- Made by the opened form, so that two tabs have two.
  id uuid primary key,
  owner uuid not null default auth.uid(),
  -- The article, or the id that a new one will get.
  article_id uuid not null,
  -- The updated_at of the article that the form began with; null for a new article.
  since timestamptz,
  form jsonb not null constraint working_copies_form_check check (private.is_article_form(form)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- For lists, which do not read the whole form.
  title text not null generated always as (left(coalesce(form ->> 'title', ''), 300)) stored
);
comment on table public.working_copies is $${"purge": "updated_at < now() - interval '90 days'"}$$;
create index working_copies_of_owner on public.working_copies (owner, article_id);
create index working_copies_age on public.working_copies (updated_at);
grant select, insert (id, article_id, since, form), update (id, article_id, since, form), delete
  on public.working_copies to authenticated;
grant all on public.working_copies to service_role;
create policy "members read their own working copies" on public.working_copies
  for select to authenticated using (owner = (select auth.uid()) and (select private.is_member()));
create policy "members discard their own working copies" on public.working_copies
  for delete to authenticated using (owner = (select auth.uid()) and (select private.is_member()));

/* Dates an unsaved form, and limits their number to 200 for each editor. */
create function private.stamp_working_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and not exists (select from public.working_copies where id = new.id)
    and (select count(*) from public.working_copies where owner = new.owner) >= 200 then
    raise exception using errcode = '23514', constraint = 'working_copies_per_editor',
      message = 'There are 200 unsaved forms already (working_copies_per_editor).',
      hint = 'Save or discard some of them first.';
  end if;
  new.updated_at := now();
  return new;
end
$$;
create trigger stamp_working_copy before insert or update on public.working_copies
  for each row execute function private.stamp_working_copy();

grant execute on function
  private.is_article_form(jsonb)
to authenticated, service_role;
