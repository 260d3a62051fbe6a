-- Languages are rows, of which readers are offered those that are not switched off.
create table private.languages (
  code text primary key check (code ~ '^[a-z]{2,3}$'),
  -- In English, for the audit log.
  name text not null check (char_length(name) between 1 and 60)
);
alter table private.languages enable row level security;
revoke all on private.languages from public, anon, authenticated, service_role;
insert into private.languages (code, name) values
  ('en', 'English'), ('es', 'Spanish'), ('fr', 'French'), ('de', 'German'), ('it', 'Italian'), ('pt', 'Portuguese');

/* Whether texts can have this language, for values that no foreign key can check. While a backup is restored in parallel, other tables
   may be filled first, so everything counts until there are languages. */
create function private.is_language(p_code text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.languages where code = p_code) or not exists (select from private.languages);

/* Whether it is a list of languages, each once. */
create function private.is_list_of_languages(value jsonb) returns boolean
language sql stable set search_path = ''
return case when jsonb_typeof(value) = 'array' then
  jsonb_array_length(value) = (select count(distinct item) from jsonb_array_elements(value) as item)
  and not exists (
    select from jsonb_array_elements(value) as item
    where jsonb_typeof(item) <> 'string' or not private.is_language(item #>> '{}'))
else false end;

/* Whether it is an object of which every key is a language. */
create function private.is_by_language(value jsonb) returns boolean
language sql stable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  not exists (select from jsonb_object_keys(value) as code where not private.is_language(code))
else false end;

create or replace function private.language_in_words(p_language text) returns text
language sql stable security definer set search_path = ''
return coalesce((select name from private.languages where code = p_language), p_language);

grant execute on function
  private.is_by_language(jsonb),
  private.is_language(text),
  private.is_list_of_languages(jsonb)
to authenticated, service_role;
alter table public.articles
  drop constraint articles_language_check,
  add constraint articles_language_check check (private.is_language(language)),
  add foreign key (language) references private.languages;
alter table public.translation_runs
  drop constraint translation_runs_language_check,
  add constraint translation_runs_language_check check (language <> 'en'),
  add foreign key (language) references private.languages;
alter table public.translation_segments
  drop constraint translation_segments_language_check,
  add constraint translation_segments_language_check check (language <> 'en'),
  add foreign key (language) references private.languages;
alter table public.article_translations
  drop constraint article_translations_language_check,
  add constraint article_translations_language_check check (language <> 'en'),
  add foreign key (language) references private.languages;
alter table public.glossary_terms
  drop constraint glossary_terms_language_check,
  add constraint glossary_terms_language_check check (language <> 'en'),
  add foreign key (language) references private.languages;
alter table public.translation_edits
  drop constraint translation_edits_language_check,
  add constraint translation_edits_language_check check (language <> 'en'),
  add foreign key (language) references private.languages;
alter table public.glossary_proposals
  drop constraint glossary_proposals_language_check,
  add constraint glossary_proposals_language_check check (language <> 'en'),
  add foreign key (language) references private.languages;
alter table public.pending_translations
  drop constraint pending_translations_language_check,
  add constraint pending_translations_language_check check (language <> 'en'),
  add foreign key (language) references private.languages;
alter table private.refused_translations
  drop constraint refused_translations_language_check,
  add constraint refused_translations_language_check check (language <> 'en'),
  add foreign key (language) references private.languages;
alter table public.newsletter_subscribers
  drop constraint newsletter_subscribers_language_check,
  add foreign key (language) references private.languages;
alter table private.newsletter_consent_texts
  drop constraint newsletter_consent_texts_language_check,
  add foreign key (language) references private.languages;
alter table public.newsletter_editions
  drop constraint newsletter_editions_language_check,
  add foreign key (language) references private.languages;
alter table public.newsletter_summaries
  drop constraint newsletter_summaries_language_check,
  add foreign key (language) references private.languages;
alter table public.newsletter_messages
  drop constraint newsletter_messages_language_check,
  add foreign key (language) references private.languages;
alter table public.newsletter_deliveries
  drop constraint newsletter_deliveries_language_check;

/* An object with a value for English, which is the default, and for any other language. */
create or replace function private.is_localized(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  value ? 'en' and private.is_by_language(value)
else false end;

/* Whether this is one of these settings and may have that value; null where it is none. core/domain/publication-settings.ts
   has the same rules for forms and programs. */
create or replace function private.is_publication_setting(key text, value jsonb) returns boolean
language sql immutable set search_path = ''
return case key
  when 'accent' then private.is_line(value, 7) and value #>> '{}' ~ '^#[0-9a-f]{6}$'
  when 'type' then value in ('"editorial"', '"grotesk"', '"classic"')
  when 'logo' then private.is_logo(value)
  when 'icon' then case when jsonb_typeof(value) = 'object' then value - 'file' = '{}' and private.is_look_file(value -> 'file') end
  when 'front_page' then private.is_front_page(value)
  when 'languages' then value -> 0 = '"en"' and private.is_list_of_languages(value)
  when 'subject' then value in ('"ai"', '"any"')
  when 'words' then private.is_words(value)
  when 'header_links' then private.is_list_of_links(value, 6)
  when 'footer_columns' then private.is_footer(value)
  when 'social_profiles' then case when jsonb_typeof(value) = 'array' then
    jsonb_array_length(value) <= 12
    and jsonb_array_length(value) = (select count(distinct profile) from jsonb_array_elements(value) as profile)
    and not exists (
      select from jsonb_array_elements(value) as profile
      where not (private.is_link_address(profile) and profile #>> '{}' ~ '^https://')) end
  when 'notice' then private.is_notice(value)
  when 'newsletter_pictures' then jsonb_typeof(value) = 'boolean'
  when 'setup' then value = '"finished"'
end;

/* Whether this is a setting and may have that value. core/domain/settings.ts has the same rules for forms and
   programs. */
create or replace function private.is_setting(key text, value jsonb) returns boolean
language sql immutable set search_path = ''
return coalesce(case key
  when 'site_name' then private.is_line(value, 60)
  when 'tagline' then case when private.is_localized(value) then
    not exists (select from jsonb_each(value) as text (language, line) where not private.is_line(line, 100)) end
  when 'welcome' then value = '"dismissed"'
  when 'default_author' then private.is_line(value, 80)
  when 'default_reading_time' then private.is_line(value, 40)
  when 'ai_crawlers' then value in ('"welcome"', '"refused"')
  when 'newsletter_time' then private.is_line(value, 5) and value #>> '{}' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
  when 'newsletter_zone' then private.is_line(value, 64)
  when 'newsletter_automatic' then jsonb_typeof(value) = 'boolean'
  when 'newsletter_counts_clicks' then jsonb_typeof(value) = 'boolean'
  when 'newsletter_rate' then case when jsonb_typeof(value) = 'object' then
    value - array['per_second', 'per_hour'] = '{}'
    and coalesce(value -> 'per_second', '1') #>> '{}' ~ '^[1-9][0-9]{0,3}$' and jsonb_typeof(coalesce(value -> 'per_second', '1')) = 'number'
    and coalesce(value -> 'per_hour', '1') #>> '{}' ~ '^[1-9][0-9]{0,6}$' and jsonb_typeof(coalesce(value -> 'per_hour', '1')) = 'number'
    and value <> '{}' end
  when 'postal_address' then jsonb_typeof(value) = 'string' and not private.is_blank(value #>> '{}') and char_length(value #>> '{}') <= 300
  when 'newsletter_reply_to' then private.is_line(value, 255)
    and value #>> '{}' ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$'
  when 'contact_address' then private.is_line(value, 255)
    and value #>> '{}' ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$'
  when 'editorial_responsibility' then private.is_record(value, '{"kind": 12, "name": 200}')
    and value ->> 'kind' in ('person', 'organization')
  when 'landing_subscribers' then jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^[1-9][0-9]{0,8}$'
  when 'landing_figures' then case when private.is_localized(value) then not exists (
    select from jsonb_each(value) as text (language, figures)
    where not private.is_list_of_records(figures, 4, '{"value": 20, "label": 60}')) end
  when 'banned_words' then case when private.is_localized(value) then not exists (
    select from jsonb_each(value) as words (language, list)
    where case when jsonb_typeof(list) = 'array' then
      jsonb_array_length(list) > 200
      or exists (select from jsonb_array_elements(list) as word where not private.is_line(word, 60))
    else true end) end
  when 'translation_review' then private.is_list_of_languages(value) and not value ? 'en'
  when 'translation_style' then case when private.is_by_language(value) then
    not value ? 'en' and not exists (
      select from jsonb_each(value) as note (language, text)
      where jsonb_typeof(text) <> 'string' or private.is_blank(text #>> '{}') or char_length(text #>> '{}') > 2000) end
  when 'landing_testimonials' then case
    when jsonb_typeof(value) = 'object' and value - array['samples', 'texts'] = '{}' and private.is_localized(value -> 'texts')
    then jsonb_typeof(value -> 'samples') = 'boolean' and not exists (
      select from jsonb_each(value -> 'texts') as text (language, quotes)
      where not private.is_list_of_records(quotes, 6, '{"quote": 400, "author": 80, "role": 80}')) end
end, private.is_publication_setting(key, value), false);

/* What an image shows, in each language in which it was written. */
create or replace function private.is_alt_texts(alts jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(alts) = 'object' then
  private.is_by_language(alts)
  and not exists (select from jsonb_each(alts) as alt (language, line) where not private.is_line(line, 500))
else false end;

/* The languages that readers are offered: English, and those that administrators have not switched off. */
create or replace function private.offered_languages() returns text[]
language sql stable security definer set search_path = ''
return coalesce(
  (select array(select jsonb_array_elements_text(value)) from public.settings where key = 'languages'),
  array(select code from private.languages));

/* The language that who asks for this one gets. */
create or replace function private.offered_language(p_language text) returns text
language sql stable set search_path = ''
return case when p_language = any(private.offered_languages()) then p_language else 'en' end;

grant execute on function
  private.offered_language(text),
  private.offered_languages()
to anon, authenticated, service_role;

drop policy "everyone reads published articles" on public.articles;
create policy "everyone reads published articles" on public.articles
  for select to anon, authenticated using (published and language = any ((select private.offered_languages())::text[]));

-- For languages without a text search configuration of their own.
create text search configuration private.simple (copy = pg_catalog.simple);
alter text search configuration private.simple alter mapping for hword, hword_part, word with extensions.unaccent, simple;

/* The text search configuration of a language that reads accents. */
create or replace function private.with_accents(p_language text) returns regconfig
language sql immutable set search_path = ''
return case p_language
  when 'en' then 'pg_catalog.english' when 'es' then 'pg_catalog.spanish' when 'fr' then 'pg_catalog.french' when 'de' then 'pg_catalog.german'
  when 'it' then 'pg_catalog.italian' when 'pt' then 'pg_catalog.portuguese' else 'pg_catalog.simple'
end::regconfig;

/* The text search configuration of a language that ignores accents. */
create or replace function private.without_accents(p_language text) returns regconfig
language sql immutable set search_path = ''
return case p_language
  when 'en' then 'private.english' when 'es' then 'private.spanish' when 'fr' then 'private.french' when 'de' then 'private.german'
  when 'it' then 'private.italian' when 'pt' then 'private.portuguese' else 'private.simple'
end::regconfig;

/* The author with a page at this address: the name as it was spelled last, and the languages with articles. */
create or replace function public.find_author(p_slug text)
returns table (slug text, name text, languages jsonb)
language sql stable set search_path = ''
as $$
  with newest as (
    select article.* from unnest(private.offered_languages()) as language
    cross join lateral (
      select listed.language, listed.author, listed.publish_date, listed.id from public.author_articles as listed
      where listed.author_slug = p_slug and listed.language = language.language
      order by listed.publish_date desc, listed.id limit 1
    ) as article
  )
  select p_slug, (array_agg(newest.author order by newest.publish_date desc, newest.id))[1],
    jsonb_agg(newest.language order by newest.language)
  from newest having count(*) > 0
$$;

/* Translations whose original was corrected, and for which no run was requested since: neither since the note, nor since what was
   saved soon after it, nor since a note was changed that they have in their language. */
create or replace function private.corrected_translations(p_most integer) returns table (article_id uuid, language text)
language sql stable set search_path = ''
as $$
  with corrected (translation_id, since) as (
    select translation_id, greatest(corrected_at, (
      select max(made_at) from public.article_revisions as revision
      where revision.article_id = original_id and revision.made_at <= corrected_at + private.time_of_correction()))
    from public.article_translations where corrected_at is not null
    union all
    -- A change of a note moves the date of its article.
    select told.article_id, original.updated_at
    from public.article_corrections as told
    join public.article_corrections as note on note.id = told.source_id and note.text <> told.source_text
    join public.articles as original on original.id = note.article_id
  )
  select original.id, translation.language
  from (select translation_id, max(since) as since from corrected group by translation_id) as corrected
  join public.articles as translation on translation.id = corrected.translation_id
  join public.articles as original on original.id = translation.original_article_id
    and original.language = 'en' and original.original_article_id is null
  where translation.language = any(private.offered_languages()) and not exists (
    select from public.translation_runs as run
    where run.article_id = original.id and run.language = translation.language
      and (run.ended_at is null or run.requested_at >= corrected.since))
  order by corrected.since desc, original.id, translation.language
  limit p_most
$$;

/* What waits, with all its reasons: a renewed text that readers do not have yet, a first translation into a language whose translations
   wait for a review, texts for which a person and a model want something else, and sentences that readers have reported. */
create or replace function private.waiting_translations()
returns table (
  translation_id uuid, original_id uuid, language text, title text, published boolean, since timestamptz, is_renewed boolean,
  is_unpublished boolean, conflicts integer, reports integer)
language sql stable
as $$
  select article.id as translation_id, article.original_article_id as original_id, article.language, article.title, article.published,
    reason.since, reason.is_renewed, reason.is_unpublished, reason.conflicts, reason.reports
  from (
    select each.translation_id, min(each.since) as since, bool_or(each.is_renewed) as is_renewed,
      bool_or(each.is_unpublished) as is_unpublished, sum(each.conflicts)::integer as conflicts, sum(each.reports)::integer as reports
    from (
      select translation_id, made_at as since, true as is_renewed, false as is_unpublished, 0 as conflicts, 0 as reports
        from public.pending_translations
      union all
      select article.id, made.translated_at, false, true, 0, 0
        from public.articles as article join public.article_translations as made on made.translation_id = article.id
        where not article.published and article.original_article_id is not null
          and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
          and article.language in (
            select jsonb_array_elements_text(value) from public.settings where key = 'translation_review')
      union all
      select made.translation_id, made.translated_at, false, false, conflict.conflicts, 0
        from (
          select translation_id, count(*)::integer as conflicts from public.translation_parts
          where proposed_id is not null group by translation_id) as conflict
        join public.article_translations as made on made.translation_id = conflict.translation_id
      union all
      select translation_id, min(created_at), false, false, 0, count(*)::integer
        from public.translation_reports where status = 'open' group by translation_id
    ) as each group by each.translation_id
  ) as reason
  join public.articles as article on article.id = reason.translation_id and article.language = any(private.offered_languages())
  join public.articles as original on original.id = article.original_article_id and original.language = 'en'
$$;

/* Of each of these originals and each language that readers are offered: whether there is a translation, and in which state. A run that is under way comes
   before a failure, a failure before what is missing, and that before what a translation itself says. */
create or replace function private.translation_cells(p_originals uuid[])
returns table (
  original_id uuid, language text, state text, translation_id uuid, published boolean, changed_segments integer, reviewed_at timestamptz,
  waits boolean, conflicts integer, reports integer, run_status text, reason text, segments integer, segments_done integer,
  refused integer)
language sql stable
as $$
  select original.id, language.code,
    case
      when active.id is not null then 'under-way'
      when failed.ended_at > coalesce(made.translated_at, '-infinity') then 'failed'
      when translation.id is null then 'missing'
      when pending.translation_id is not null then 'waiting'
      when made.stale_since is not null then 'stale'
      when first.is_unpublished or conflict.parts > 0 or report.sentences > 0 then 'waiting'
      when made.reviewed_at >= made.translated_at then 'reviewed'
      else 'up-to-date'
    end,
    translation.id, coalesce(translation.published, false), case when made.stale_since is not null then made.changed_segments end,
    case when made.reviewed_at >= made.translated_at then made.reviewed_at end,
    pending.translation_id is not null or first.is_unpublished, coalesce(conflict.parts, 0), coalesce(report.sentences, 0),
    active.status, coalesce(active.reason, failed.reason), active.segments, active.segments_done,
    coalesce(refusal.blocks, 0)
  from unnest(p_originals) as original (id)
  join unnest(private.offered_languages()) as language (code) on language.code <> 'en'
  left join public.articles as translation on translation.original_article_id = original.id and translation.language = language.code
  left join public.article_translations as made on made.translation_id = translation.id
  left join public.pending_translations as pending on pending.translation_id = translation.id
  -- As in private.waiting_translations(), which would be computed for all articles here.
  cross join lateral (
    select coalesce(not translation.published and made.translation_id is not null
      and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
      and (select value from public.settings where key = 'translation_review') ? language.code, false) as is_unpublished
  ) as first
  left join (
    select translation_id, count(*)::integer as parts from public.translation_parts
    where proposed_id is not null group by translation_id) as conflict on conflict.translation_id = translation.id
  left join (
    select translation_id, count(*)::integer as sentences from public.translation_reports
    where status = 'open' group by translation_id) as report on report.translation_id = translation.id
  left join (
    select article_id, language, count(*)::integer as blocks from private.refused_translations group by article_id, language
  ) as refusal on refusal.article_id = original.id and refusal.language = language.code
  left join public.translation_runs as active on active.article_id = original.id and active.language = language.code
    and active.status in ('queued', 'running', 'paused')
  left join (
    select run.article_id, run.language, run.ended_at, run.reason from public.translation_runs as run
    where run.status = 'failed' and not exists (
      select from public.translation_runs as later
      where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)
  ) as failed on failed.article_id = original.id and failed.language = language.code
$$;

/* Returns {success, email, confirmation_token}, where confirmation_token is a send ticket. The answer is the same for
   an address that is new, pending, confirmed or unsubscribed. Raises 22023 with a message for the reader when the
   address is invalid. */
create or replace function public.subscribe_newsletter(p_email text, p_language text default 'en') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  typed text := btrim(coalesce(p_email, ''));
  address text := lower(typed);
  reader_language text := private.offered_language(p_language);
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  ticket text := private.random_token();
  asking_subscriber uuid;
begin
  if char_length(address) > 255 then
    raise exception using errcode = '22023', message = 'Email too long';
  end if;
  -- The HTML standard's pattern for type=email, with at least one dot in the domain. Checked as typed: lower() makes
  -- plain letters of some that are not, such as the Kelvin sign, and the mail would go to another address.
  if typed !~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$' then
    raise exception using errcode = '22023', message = 'Invalid email address';
  end if;

  insert into public.newsletter_subscribers as subscriber (email, language) values (address, reader_language)
    on conflict (lower(email)) do update
      set language = excluded.language,
          -- Who was about to be forgotten is as good as new.
          subscribed_at = case when subscriber.confirmed or subscriber.subscribed_at > now() - interval '30 days'
            then subscriber.subscribed_at else excluded.subscribed_at end
      where not subscriber.confirmed or not subscriber.is_active
    returning id into asking_subscriber;
  -- Null for a current subscriber, who does not change.
  if asking_subscriber is not null then
    insert into private.newsletter_consents (subscriber_id, requested_consent)
    values (asking_subscriber, private.consent_asked(reader_language, headers ->> 'x-client-ip', 'form'))
    on conflict (subscriber_id) do update set requested_consent = excluded.requested_consent;
  end if;

  insert into public.newsletter_send_tickets (ticket_hash, email) values (private.sha256_hex(ticket), address);
  return jsonb_build_object('success', true, 'email', address, 'confirmation_token', ticket);
end
$$;

-- The recipients of newsletters: confirmed, not left, and with an address that accepts mail. Used by approvals, tests,
-- the start of a sending and its batches. Who chose a language that is switched off gets the English edition meanwhile.
create or replace view private.newsletter_recipients with (security_invoker = true) as
select id, email, case when language = any ((select private.offered_languages())::text[]) then language else 'en' end as language, subscribed_at
from public.newsletter_subscribers
where confirmed and is_active and not exists (
  select from private.suppressed_addresses
  where address_hash = private.sha256_hex(lower(email)) and reason in ('bounced', 'complained'));

/* An issue whose sending has begun, in this language or else in English. Readers can read issues by these two
   functions only: no draft, no recipient, and no message with the places for personal links. */
create or replace function public.find_published_newsletter(p_slug text, p_language text)
returns table (
  slug text, language text, subject text, preheader text, content text, started_at timestamptz, languages jsonb)
language sql stable security definer set search_path = ''
as $$
  select issue.slug, message.language, message.subject, message.preheader, message.content, issue.started_at,
         (select jsonb_agg(other.language order by other.language <> 'en', other.language)
          from public.newsletter_messages as other
          where other.issue_id = issue.id and other.language = any(private.offered_languages()))
  from public.newsletter_issues as issue
  join public.newsletter_messages as message on message.issue_id = issue.id
  where issue.slug = p_slug and issue.started_at is not null and message.language in (private.offered_language(p_language), 'en')
  order by message.language <> p_language
  limit 1
$$;

/* The archive: each issue once, in this language or else in English, the latest first. */
create or replace function public.list_published_newsletters(p_language text, p_limit integer default 25, p_offset integer default 0)
returns table (
  slug text, language text, subject text, preheader text, started_at timestamptz, languages jsonb)
language sql stable security definer set search_path = ''
as $$
  select issue.slug, message.language, message.subject, message.preheader, issue.started_at,
         (select jsonb_agg(other.language order by other.language <> 'en', other.language)
          from public.newsletter_messages as other
          where other.issue_id = issue.id and other.language = any(private.offered_languages()))
  from public.newsletter_issues as issue
  cross join lateral (
    select shown.language, shown.subject, shown.preheader from public.newsletter_messages as shown
    where shown.issue_id = issue.id and shown.language in (private.offered_language(p_language), 'en')
    order by shown.language <> p_language
    limit 1) as message
  where issue.started_at is not null and issue.slug is not null
  order by issue.started_at desc, issue.slug desc
  limit least(greatest(p_limit, 0), 1000) offset greatest(p_offset, 0)
$$;

/* Begins a subscription again: records who asked, and returns the address that gets the confirmation; null when there
   is none. A current subscription does not change. */
create or replace function private.ask_to_return(p_id uuid, p_language text, p_ip text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
begin
  select * into subscriber from public.newsletter_subscribers where id = p_id for update;
  if subscriber.id is not null and not (subscriber.confirmed and subscriber.is_active) then
    update public.newsletter_subscribers set language = private.offered_language(p_language) where id = p_id;
    insert into private.newsletter_consents (subscriber_id, requested_consent)
    values (p_id, private.consent_asked(private.offered_language(p_language), p_ip, 'link'))
    on conflict (subscriber_id) do update set requested_consent = excluded.requested_consent;
  end if;
  return subscriber.email;
end
$$;

/* The condition, as SQL, for the subscribers of a list. Null means any. Raises 22023 for an invalid value. */
create or replace function private.subscriber_condition(p_search text, p_status text, p_activity text, p_language text, p_left text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  words text := lower(btrim(left(p_search, 200)));
  condition text := 'true';
begin
  if p_status not in ('confirmed', 'pending') or p_activity not in ('active', 'unsubscribed')
      or p_language is not null and not private.is_language(p_language)
      or p_left not in ('unsubscribed', 'administrator', 'bounced', 'complained') then
    raise exception using errcode = '22023', message = 'Subscribers cannot be filtered by this.';
  end if;
  if words <> '' then
    condition := condition || format(' and lower(email) like %L',
      '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end if;
  if p_status is not null then
    condition := condition || case p_status when 'confirmed' then ' and confirmed' else ' and not confirmed' end;
  end if;
  if p_activity is not null then
    condition := condition || case p_activity when 'active' then ' and is_active' else ' and not is_active' end;
  end if;
  if p_language is not null then
    condition := condition || format(' and language = %L', p_language);
  end if;
  if p_left is not null then
    condition := condition || format(' and left_reason = %L', p_left);
  end if;
  return condition;
end
$$;

/* What waits for the caller. Numbers end at 100, which the desk shows as 99+, so that nothing is counted further. Without p_in_detail,
   for the menu, only what its badges count. p_sunday is the next Sunday of the newsletter, and p_sunday_at its moment. Security
   definer, because policies would be asked again for every table; what belongs to one person is compared with auth.uid(). */
create or replace function private.list_waiting(p_sunday date, p_sunday_at timestamptz, p_in_detail boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
  -- Each answer is bounded, so following indexes is always less work than reading a table; PostgreSQL expects more rows than a limit takes.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  set max_parallel_workers_per_gather = 0
as $$
declare
  me constant uuid := auth.uid();
  soon constant timestamptz := now() + interval '7 days';
  lately constant timestamptz := now() - interval '7 days';
  offered constant text[] := private.offered_languages();
  reviewed_languages constant text[] := array(
    select code from public.settings, jsonb_array_elements_text(value) as code
    where key = 'translation_review' and code = any(offered));
  to_review integer;
  by_language jsonb := '[]';
  failed jsonb;
  stale integer;
  unsaved jsonb;
  drafts jsonb := '{"count": 0, "newest": []}';
  missed jsonb;
  scheduled jsonb := '[]';
  endings jsonb := '[]';
  issues jsonb;
  uncertain jsonb;
  mails integer;
begin
  if p_in_detail then
    select least(coalesce(sum(translations), 0), 100), coalesce(jsonb_agg(
        jsonb_build_object('language', language, 'count', least(translations, 100)) order by language), '[]')
      into to_review, by_language from (
        select language, count(*) as translations from private.waiting_translations() group by language) as waiting;
  else
    -- As in private.waiting_translations(), which would find all of them.
    select count(*) into to_review from (
      select distinct translation_id from (
        (select translation.id as translation_id from public.pending_translations as pending
          join public.articles as translation on translation.id = pending.translation_id and translation.language = any(offered)
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en' limit 100)
        union all
        (select translation.id from (
            select unreviewed.id, unreviewed.original_article_id
            from public.articles as unreviewed
            join public.article_translations as made on made.translation_id = unreviewed.id
              and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
            where unreviewed.language = any(reviewed_languages) and not unreviewed.published
              and unreviewed.original_article_id is not null offset 0) as translation
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en' limit 100)
        union all
        (select translation.id from (select distinct translation_id from public.translation_parts where proposed_id is not null) as part
          join public.article_translations as made on made.translation_id = part.translation_id
          join public.articles as translation on translation.id = part.translation_id and translation.language = any(offered)
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en' limit 100)
        union all
        (select translation.id from (select distinct translation_id from public.translation_reports where status = 'open') as report
          join public.articles as translation on translation.id = report.translation_id and translation.language = any(offered)
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en' limit 100)
      ) as reason limit 100) as waiting;
  end if;

  -- As in private.translation_cells(), which would be computed for all articles here.
  select jsonb_object_agg(case when is_published then 'published' else 'drafts' end, runs) into failed
    from unnest(array[true, false]) as state (is_published), lateral (
      select count(*) as runs from (
        select from (select * from public.translation_runs where status = 'failed' offset 0) as run
        join public.articles as original on original.id = run.article_id and original.language = 'en'
          and original.original_article_id is null and original.published = is_published and run.language = any(offered)
        left join public.articles as translation on translation.original_article_id = original.id and translation.language = run.language
        left join public.article_translations as made on made.translation_id = translation.id
        where run.ended_at > coalesce(made.translated_at, '-infinity') and not exists (
          select from public.translation_runs as later
          where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)
        limit 100) as failures) as counted;
  select count(*) into stale from (
    select from public.article_translations as made
    join public.articles as translation on translation.id = made.translation_id and translation.language = any(offered)
    join public.articles as original on original.id = made.original_id and original.published and original.language = 'en'
    where made.stale_since is not null
      and not exists (select from public.pending_translations as pending where pending.translation_id = made.translation_id)
      and not exists (
        select from public.translation_runs as run
        where run.article_id = made.original_id and run.language = made.language
          and (run.status in ('queued', 'running', 'paused') or run.status = 'failed' and run.ended_at > made.translated_at
            and not exists (
              select from public.translation_runs as later
              where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)))
    limit 100) as behind;

  select coalesce(jsonb_agg(to_jsonb(form) order by updated_at desc), '[]') into unsaved from (
    select copies.article_id, copies.id as copy_id, copies.title, copies.updated_at,
      case when articles.id is not null then
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title,
          'published', articles.published) end as article,
      -- Somebody else has saved the article since this form was begun.
      case when articles.updated_at > copies.since then jsonb_build_object('by', (
        select users.email from public.article_revisions as revision join auth.users on users.id = revision.made_by and users.id <> me
        where revision.id = (select max(id) from public.article_revisions where article_id = articles.id))) end as conflict
    from (
      select distinct on (article_id) article_id, id, title, since, updated_at
      from public.working_copies where owner = me order by article_id, updated_at desc, id desc) as copies
    left join public.articles on articles.id = copies.article_id
    -- What was typed of an article that is deleted now waits until it comes back.
    where articles.id is not null or copies.since is null
    order by copies.updated_at desc limit 100) as form;
  select coalesce(jsonb_agg(to_jsonb(schedule) order by publish_at desc), '[]') into missed from (
    select schedules.publish_at, schedules.zone, schedules.status, schedules.reason,
      jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
    from public.article_schedules as schedules join public.articles on articles.id = schedules.article_id
    where schedules.status in ('missed', 'failed') and not articles.published
    order by schedules.publish_at desc limit 100) as schedule;
  if p_in_detail then
    select jsonb_build_object('count', count(*), 'newest', coalesce(jsonb_agg(to_jsonb(mine) - 'place' order by place) filter (where place <= 3), '[]'))
      into drafts from (
        select id, slug, language, title, row_number() over (order by publish_date desc, id) as place
        from public.articles as draft
        where not published and original_article_id is null
          and exists (
            select from public.article_revisions as revision
            where revision.article_id = draft.id and revision.made_by = me and revision.made_by is not null and not revision.published)
          and not exists (select from public.working_copies where owner = me and article_id = draft.id)
          and not exists (select from public.article_schedules as schedule where schedule.article_id = draft.id and status <> 'published')
        order by publish_date desc, id limit 100) as mine;
    select coalesce(jsonb_agg(to_jsonb(schedule) order by publish_at), '[]') into scheduled from (
      select schedules.publish_at, schedules.zone, schedules.status, schedules.reason,
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
      from public.article_schedules as schedules join public.articles on articles.id = schedules.article_id
      where schedules.status = 'waiting' and schedules.publish_at < soon
      order by schedules.publish_at limit 100) as schedule;
    select coalesce(jsonb_agg(to_jsonb(ending) order by unpublish_at), '[]') into endings from (
      select unpublishings.unpublish_at, unpublishings.zone,
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
      from public.article_unpublishings as unpublishings join public.articles on articles.id = unpublishings.article_id
      where unpublishings.unpublish_at < soon and (articles.published or exists (
        select from public.article_schedules as schedule where schedule.article_id = articles.id and schedule.status = 'waiting'))
      order by unpublishings.unpublish_at limit 100) as ending;
  end if;

  -- What is on its way or goes out soon, and the one for Sunday: that of the clock, one that is scheduled for then, or the newest.
  select coalesce(jsonb_agg(to_jsonb(issue) order by scheduled_for nulls last, created_at desc), '[]') into issues from (
    select issue.id, issue.status, issue.scheduled_for, issue.held_reason, issue.created_at, edition.subject,
      issue.id = sunday.issue_id as is_for_sunday
    from public.newsletter_issues as issue
    left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
    cross join (select coalesce(
      (select day.issue_id from private.newsletter_sundays as day join public.newsletter_issues as own on own.id = day.issue_id
        where day.sunday = p_sunday and own.status <> 'cancelled'),
      (select id from public.newsletter_issues where status = 'scheduled'
        and scheduled_for between p_sunday_at - interval '12 hours' and p_sunday_at + interval '12 hours' order by scheduled_for limit 1),
      (select id from public.newsletter_issues where status in ('draft', 'approved') and created_at > now() - interval '14 days'
        order by created_at desc limit 1)) as issue_id) as sunday
    where issue.id = sunday.issue_id or issue.status in ('sending', 'paused')
      or issue.status = 'scheduled' and (issue.scheduled_for < soon or issue.held_reason is not null)
    limit 20) as issue;
  select coalesce(jsonb_agg(to_jsonb(issue) order by started_at desc), '[]') into uncertain from (
    select issue.id, issue.started_at, edition.subject, lost.messages as count
    from public.newsletter_issues as issue
    left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
    cross join lateral (
      select count(*) as messages from (
        select from public.newsletter_deliveries where issue_id = issue.id and status = 'uncertain' limit 100) as found) as lost
    where issue.started_at > lately and lost.messages > 0
    order by issue.started_at desc limit 20) as issue;
  -- Of a week, and not those that were sent again since.
  select count(*) into mails from (
    select from public.mail_deliveries as mail
    where status in ('failed', 'uncertain') and created_at > lately and not exists (
      select from public.mail_deliveries as later
      where lower(later.recipient) = lower(mail.recipient) and later.kind = mail.kind and later.created_at > mail.created_at
        and later.status = 'sent')
    limit 100) as troubled;

  return jsonb_build_object('toReview', to_review, 'toReviewIn', by_language, 'failed', failed, 'stale', stale, 'unsaved', unsaved, 'drafts', drafts,
    'missed', missed, 'scheduled', scheduled, 'endings', endings, 'issues', issues, 'uncertain', uncertain, 'mails', mails,
    'hasFactor', exists (select from auth.mfa_factors where user_id = me and status = 'verified'),
    'hasPrintedPassword', exists (select from private.printed_passwords where user_id = me),
    'hasSubscribers', exists (select from public.newsletter_subscribers where confirmed and is_active));
end
$$;

/* Ends what is under way for languages that are switched off. A model that is at work is not waited for: its answer is not stored. */
create function private.end_unoffered_translations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- In the order of the ids, as everything that locks several.
  perform from public.translation_runs
    where status in ('queued', 'running', 'paused') and not language = any(private.offered_languages()) order by id for update;
  update public.translation_runs set status = 'cancelled', ended_at = now(), reason = 'The language was switched off.'
    where status in ('queued', 'running', 'paused') and not language = any(private.offered_languages());
  return null;
end
$$;
create trigger end_unoffered_translations after insert or update on public.settings
  for each row when (new.key = 'languages') execute function private.end_unoffered_translations();

/* What it concerns when a language is switched off: {published, drafts, under_way, subscribers, editions}, where under_way are its
   translations that are being made, subscribers those who get the newsletter in it, and editions those of issues that are not sent yet.
   Raises 42501 unless the caller is an administrator. */
create function public.count_in_language(p_language text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can see what there is in a language.';
  end if;
  return (
    select jsonb_build_object(
      'published', count(*) filter (where published), 'drafts', count(*) filter (where not published),
      'under_way', (
        select count(*) from public.translation_runs
        where language = p_language and status in ('queued', 'running', 'paused')),
      'subscribers', (
        select count(*) from public.newsletter_subscribers where language = p_language and confirmed and is_active),
      'editions', (
        select count(*) from public.newsletter_editions as edition
        join public.newsletter_issues as issue on issue.id = edition.issue_id
        where edition.language = p_language and issue.status in ('draft', 'approved', 'scheduled')))
    from public.articles where language = p_language);
end
$$;

/* The address of the English original of a published article, in a language that is switched off, which has this slug or had it once;
   null when there is none. Without a language, it may be in any. */
create function public.find_original_slug(p_slug text, p_language text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(original.slug)
  from (
    select article.original_article_id, article.language, false as is_former from public.articles as article
    where article.slug = p_slug and article.published
    union all
    select article.original_article_id, article.language, true from public.slug_redirects as former
    join public.articles as article on article.id = former.article_id and article.published
    where former.slug = p_slug
  ) as version
  join public.articles as original
    on original.id = version.original_article_id and original.language = 'en' and original.published
  where not version.language = any(private.offered_languages()) and (p_language is null or version.language = p_language)
  order by version.is_former, version.language, original.id limit 1
$$;

grant execute on function
  public.count_in_language(text)
to authenticated;
grant execute on function
  public.find_original_slug(text, text)
to anon, authenticated;
