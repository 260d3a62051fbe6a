-- A logo or an icon that is not stored cannot be set, and an upsert can write the featured article.

/* Refuses a logo or an icon that is not stored here, of which readers would get a broken picture. One that is stored is kept for a week
   more, so that it is not removed as unused while this is not committed. */
create function private.keep_look_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named constant text[] := array_remove(array[new.value ->> 'light', new.value ->> 'dark', new.value ->> 'file'], null);
  missing text;
begin
  update private.look_files set remove_after = greatest(remove_after, now() + interval '7 days') where name = any (named);
  select min(file) into missing from unnest(named) as file where not exists (select from private.look_files where name = file);
  if missing is not null then
    raise exception using errcode = '23514', constraint = 'settings_look_files_check',
      message = format('No picture “%s” is stored here. Upload it first, or name a file beside the set-up file (settings_look_files_check).', left(missing, 150));
  end if;
  return null;
end
$$;
create trigger keep_look_files after insert or update of value on public.settings
  for each row when (new.key in ('logo', 'icon')) execute function private.keep_look_files();

create or replace function private.take_over_featured() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.articles set featured = false
    where language = new.language and featured and id <> new.id
      -- An upsert is about to write this one.
      and (tg_op = 'UPDATE' or slug <> new.slug);
  return new;
end
$$;
