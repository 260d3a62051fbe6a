-- Who saves says which version it began with; two versions must therefore never have the same updated_at.

/* An update of updated_at alone counts only when a trigger makes it, for something that readers see beside the article. */
create or replace function private.touch_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (to_jsonb(new) - 'featured' - 'updated_at') is distinct from (to_jsonb(old) - 'featured' - 'updated_at')
    or (pg_trigger_depth() > 1 and new.updated_at is distinct from old.updated_at) then
    new.updated_at := case when now() = old.updated_at then now() + interval '1 microsecond' else now() end;
  else
    new.updated_at := old.updated_at;
  end if;
  return new;
end
$$;
