-- All that happened, for everybody who works on an article, out of the audit log, of which only administrators read all; and what colleagues
-- did while somebody was away.

-- The times when people of the desk were there.
create table private.desk_visits (
  user_id uuid primary key references auth.users (id) on delete cascade,
  last_seen_at timestamptz not null default now(),
  -- The end of the visit before this one.
  previous_visit_at timestamptz,
  -- Anything that happened until then is not told again.
  read_until timestamptz
);

/* After so long without a request another visit begins. */
create function private.end_of_visit() returns interval
language sql immutable set search_path = ''
return interval '30 minutes';

/* Notes that a person is at the desk, at most once a minute. */
create function private.note_visit(p_user_id uuid) returns void
language sql set search_path = ''
as $$
  insert into private.desk_visits as visit (user_id) select p_user_id from public.user_roles where user_id = p_user_id
  on conflict (user_id) do update set
    previous_visit_at = case when visit.last_seen_at < now() - private.end_of_visit() then visit.last_seen_at else visit.previous_visit_at end,
    last_seen_at = now()
  where visit.last_seen_at < now() - interval '1 minute'
$$;

/* Since when the caller has not seen what happened, at most a month; null for who was never away. */
create function private.away_since() returns timestamptz
language sql stable security definer set search_path = ''
return (
  select greatest(
    -- The first request of a visit may be this one.
    case when last_seen_at < now() - private.end_of_visit() then last_seen_at else previous_visit_at end,
    read_until, now() - interval '30 days')
  from private.desk_visits
  where user_id = auth.uid() and (previous_visit_at is not null or last_seen_at < now() - private.end_of_visit()));

/* Anything that readers can see of an article by themselves. The rest is told to who reads it at the desk. */
create function private.is_public_act(p_action text) returns boolean
language sql immutable set search_path = ''
return p_action in ('publish_article', 'unpublish_article', 'update_article', 'move_article', 'feature_article', 'add_correction',
  'change_correction', 'delete_correction');

/* Of these articles, given as any of their versions, those that the caller reads at the desk, with the original of each, and whether all
   that happened to them is told: not to who only reads what is published. */
create function private.told_articles(p_ids uuid[])
returns table (id uuid, original_id uuid, language text, title text, tells_all boolean)
language sql stable security definer rows 10 set search_path = ''
as $$
  select article.id, original.id, article.language, original.title, caller.is_editor or drafts.id is not null or translated.is_mine
  from (select private.is_editor() as is_editor, private.is_member() as is_member, private.is_translator() as is_translator,
    private.translated_languages() as languages) as caller
  join public.articles as article on article.id = any (p_ids)
  join public.articles as original on original.id = coalesce(article.original_article_id, article.id)
  left join (select readable from private.readable_drafts() as readable) as drafts (id) on drafts.id = original.id
    and (article.id = original.id or not caller.is_translator or article.language = any (caller.languages))
  cross join lateral (
    select article.original_article_id is not null and article.language = any (caller.languages)
      and (original.published or drafts.id is not null) as is_mine) as translated
  where caller.is_member and (caller.is_editor or article.published or drafts.id is not null or translated.is_mine)
$$;

/* Returns what happened to an article from a moment until before another one, null means any, the latest first, at most 200 entries: [{id,
   happened_at, name, action, did, of, handover, reason, due}]. Of an original also what happened to its translations, and of a translation
   also who took it. The reason is told to editors, and of a hand-over to everybody who is told of it; `of` are those whose notes it was.
   Null when the caller does not read the article at the desk. */
create function public.list_article_history(
  p_article_id uuid, p_from timestamptz default null, p_until timestamptz default null, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked public.articles;
  versions uuid[];
  mine constant text[] := private.translated_languages();
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can read what happened to an article.';
  end if;
  select * into asked from public.articles where id = p_article_id;
  if not found or not exists (select from private.told_articles(array[p_article_id])) then
    return null;
  end if;
  versions := array(
    select id from public.articles
    where id = asked.id or id = asked.original_article_id or original_article_id = asked.id);
  return (
    select jsonb_build_object('is_full', bool_or(entry.tells_all), 'entries', coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id, 'happened_at', entry.happened_at, 'name', entry.actor_name, 'action', entry.action, 'did', entry.did,
      'reason', case when private.is_editor() or entry.kind = 'work' then entry.reason end,
      'of', entry.details ->> 'of', 'handover', entry.handover,
      'due', case when entry.action <> 'hand_over' then coalesce(entry.details ->> 'due', entry.details ->> 'until') end)
      order by entry.id desc), '[]'))
    from (
      select log.*, told.tells_all, handover.facts as handover
      from private.told_articles(versions) as told join public.audit_log as log on log.subject_id = told.id
        -- Both are written in one transaction.
        left join lateral (
          select jsonb_build_object('state_before', state_before, 'state_after', state_after, 'due_on', due_on) as facts
          from public.handovers where log.action = 'hand_over' and article_id = log.subject_id and made_at = log.happened_at
          order by handovers.id limit 1) as handover on true
      where log.kind in ('articles', 'translations', 'work')
        and (told.tells_all or private.is_public_act(log.action) or log.details ->> 'language' = any (mine) and log.kind = 'work')
        -- Of the original, a translation has what was done for it.
        and (asked.original_article_id is null or told.id = asked.id or log.kind = 'work' and log.details ->> 'language' = asked.language)
        and (p_from is null or log.happened_at >= p_from) and (p_until is null or log.happened_at < p_until)
      order by log.id desc limit least(greatest(coalesce(p_limit, 0), 0), 200)) as entry);
end
$$;

/* Returns what colleagues did since the caller was last here, the latest first: [{name, before, after, title, original_id, languages, happened_at,
   times}]. What one person did to one article in several languages is one entry; its sentence is `before`, the title and `after`. Only of
   what the caller reads, at most 200 entries of a month. */
create function public.list_activity(p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  since constant timestamptz := private.away_since();
  kinds constant text[] := private.told_kinds();
  mine constant text[] := private.translated_languages();
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can see what colleagues did.';
  end if;
  return (
    with latest as materialized (
      select id, happened_at, actor, actor_name, kind, action, subject_id, subject_name, did, details ->> 'language' as for_language
      from public.audit_log
      where happened_at > since and actor is not null and actor <> me and kind = any (kinds)
      order by happened_at desc limit 500
    ), told as (
      select entry.*, article.original_id, article.language, article.title, ' (' || languages.name || ')' as named,
        position('“' || subject_name || '”' in did) as place
      from latest as entry
        left join private.told_articles(array(
          select subject_id from latest where kind in ('articles', 'translations', 'work'))) as article on article.id = entry.subject_id
        left join private.languages on languages.code = article.language and languages.code <> 'en'
      where entry.kind not in ('articles', 'translations', 'work')
        or article.tells_all
        or article.id is not null and (private.is_public_act(entry.action) or entry.kind = 'work' and entry.for_language = any (mine))
        -- Anything that was thrown away is told to who could have seen it in the trash.
        or article.id is null and private.is_editor()
    ), part as (
      select *, case when place > 0 then left(did, place - 1) else did end as before,
        case when place > 0 then substr(did, place + char_length(subject_name) + 2
          -- The languages of all entries are named together.
          + case when starts_with(substr(did, place + char_length(subject_name) + 2), named) then char_length(named) else 0 end)
          else '' end as after
      from told
    ), grouped as (
      select actor, max(actor_name) as actor_name, before, after, max(coalesce(title, case when place > 0 then subject_name end)) as title,
        original_id, coalesce(array_agg(distinct language) filter (where kind = 'translations' and language is not null), '{}') as languages,
        coalesce(bool_or(language = 'en' and kind = 'articles'), false) as in_english, max(happened_at) as happened_at, count(*) as times
      from part
      group by actor, before, after, original_id, case when original_id is null then subject_name end
      order by max(happened_at) desc limit least(greatest(coalesce(p_limit, 0), 0), 200)
    )
    select jsonb_build_object('since', since, 'entries', coalesce(jsonb_agg(
      to_jsonb(grouped) - 'actor' - 'actor_name'
        || jsonb_build_object('name', coalesce(private.audited_name(private.name_of_person(actor)), actor_name))
      order by happened_at desc), '[]')) from grouped);
end
$$;

/* The kinds of entries that the caller is told of at all. */
create function private.told_kinds() returns text[]
language sql stable security definer set search_path = ''
return (
  select case role
    when 'admin' then array['articles', 'translations', 'work', 'pages', 'pictures', 'newsletter', 'subscribers', 'administrators', 'settings']
    when 'editor' then array['articles', 'translations', 'work', 'pictures', 'newsletter']
    when 'newsletter' then array['articles', 'translations', 'work', 'newsletter']
    else array['articles', 'translations', 'work'] end
  from private.desk_member());

/* Has what happened until now not told again. */
create function public.dismiss_activity() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can see what colleagues did.';
  end if;
  update private.desk_visits set read_until = now() where user_id = auth.uid();
  return jsonb_build_object('status', 'dismissed');
end
$$;

grant execute on function
  public.dismiss_activity(),
  public.list_activity(integer),
  public.list_article_history(uuid, timestamptz, timestamptz, integer)
to authenticated;
