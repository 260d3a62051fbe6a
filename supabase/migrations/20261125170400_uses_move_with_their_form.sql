-- Whoever changed the id of an unsaved form left behind pictures that seemed to be used, and could not be told what by.

create function private.move_copy_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with moved as (
    delete from public.media_uses where source_id = old.id and kind = 'copy' returning name
  )
  insert into public.media_uses (name, kind, source_id, article_id)
  select name, 'copy', new.id, new.article_id from moved
  on conflict (name, kind, source_id) do nothing;
  return null;
end
$$;

/* "move" comes before "note", which then finds what the form had before under its new id. */
create trigger move_copy_uses after update of id, article_id on public.working_copies
  for each row when (old.id <> new.id or old.article_id <> new.article_id) execute function private.move_copy_uses();

delete from public.media_uses
where kind = 'copy' and not exists (select from public.working_copies where id = source_id);
