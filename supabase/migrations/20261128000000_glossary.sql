-- The desk decides once how a term is translated, and every translation keeps to it.

create table public.glossary_terms (
  id uuid primary key default gen_random_uuid(),
  -- Of the translations for which it holds.
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  -- In English for `keep` and `translate-as`, in the language of the translation for `never`.
  term text not null constraint glossary_terms_term_check check (private.is_line(to_jsonb(term), 100)),
  rule text not null check (rule in ('keep', 'translate-as', 'never')),
  translation text constraint glossary_terms_translation_check check (translation is null or private.is_line(to_jsonb(translation), 100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint glossary_terms_translation_goes_with_rule check ((rule = 'translate-as') = (translation is not null))
);

create unique index glossary_terms_once on public.glossary_terms (language, lower(term));

alter table public.glossary_terms enable row level security;
grant select, delete on public.glossary_terms to authenticated;
grant insert (id, language, term, rule, translation), update (term, rule, translation) on public.glossary_terms to authenticated;
grant all on public.glossary_terms to service_role;

create policy "administrators read the glossary" on public.glossary_terms
  for select to authenticated using ((select private.is_admin()));
create policy "administrators add terms" on public.glossary_terms
  for insert to authenticated with check ((select private.is_admin()));
create policy "administrators change terms" on public.glossary_terms
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete terms" on public.glossary_terms
  for delete to authenticated using ((select private.is_admin()));

/* A glossary has at most 2,000 terms of a language, because all of them are compared with every segment. */
create function private.bound_glossary() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('glossary_terms ' || new.language));
  if (select count(*) from public.glossary_terms where language = new.language) > 2000 then
    raise exception using errcode = '23514', constraint = 'glossary_terms_count_check',
      message = 'A glossary has at most 2,000 terms of a language (glossary_terms_count_check).';
  end if;
  return null;
end
$$;

create trigger bound_glossary after insert on public.glossary_terms
  for each row execute function private.bound_glossary();

create function private.date_glossary_term() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create trigger date_glossary_term before update on public.glossary_terms
  for each row execute function private.date_glossary_term();

create trigger announce_row_change after insert or update or delete on public.glossary_terms
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.glossary_terms
  for each statement execute function private.announce_reload();
