-- Pages of articles say where their author is in the fediverse.

alter table public.profiles add column fediverse text constraint profiles_fediverse check (
    char_length(fediverse) <= 60
    and fediverse ~ '^@[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$');
grant update (fediverse) on public.profiles to authenticated;
create trigger announce_fediverse_creator after update of byline, fediverse on public.profiles
  for each row when ((old.byline, old.fediverse) is distinct from (new.byline, new.fediverse)
    and coalesce(old.fediverse, new.fediverse) is not null)
  execute function private.announce_any_change();

/* The address in the fediverse of who wrote a published article, if its author is the byline of somebody who has one. Security definer,
   because readers see no profiles. */
create function public.find_fediverse_creator(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
return (
  select to_jsonb(profiles.fediverse) from public.articles join public.profiles on lower(profiles.byline) = lower(articles.author)
  where articles.id = p_article_id and articles.published);
grant execute on function public.find_fediverse_creator(uuid) to anon, authenticated;
