-- At most one featured article per language; featuring one takes the mark off the other in the same statement.

create unique index articles_one_featured on public.articles (language) where featured;

create function private.take_over_featured() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Two editors featuring at once wait for each other here instead of failing on the unique index.
  perform pg_advisory_xact_lock(hashtext('articles.featured.' || new.language));
  update public.articles set featured = false
    where language = new.language and featured and id <> new.id;
  return new;
end
$$;

create trigger take_over_featured before insert or update of featured, language on public.articles
  for each row when (new.featured) execute function private.take_over_featured();
