-- At most one featured article per language; featuring one takes the mark off the other in the same statement.

create unique index articles_one_featured on public.articles (language) where featured;

create function private.take_turns_featuring() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Two editors featuring at once wait for each other here instead of failing on the unique index. Before the
  -- statement, because one that waited with its row already locked could be the row that the other waits for.
  perform pg_advisory_xact_lock(hashtext('articles.featured'));
  return null;
end
$$;

create trigger take_turns_featuring before insert or update of featured, language on public.articles
  for each statement execute function private.take_turns_featuring();

create function private.take_over_featured() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.articles set featured = false
    where language = new.language and featured and id <> new.id;
  return new;
end
$$;

create trigger take_over_featured before insert or update of featured, language on public.articles
  for each row when (new.featured) execute function private.take_over_featured();
