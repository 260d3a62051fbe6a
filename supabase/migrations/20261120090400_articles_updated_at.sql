-- updated_at tells when readers last got something new; losing the featured mark is not that.

create function private.touch_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (to_jsonb(new) - 'featured' - 'updated_at') is distinct from (to_jsonb(old) - 'featured' - 'updated_at') then
    new.updated_at := now();
  else
    new.updated_at := old.updated_at;
  end if;
  return new;
end
$$;

create trigger touch_article before update on public.articles
  for each row execute function private.touch_article();
