-- What was approved can be compared with what is there when it is due, and a Sunday is worked off once, by whichever process is first.

create table private.newsletter_approvals (
  issue_id uuid primary key references public.newsletter_issues (id) on delete cascade,
  -- What the seal is made of, each with a hash of its own, so that it can be said what has changed.
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  -- The findings of the checklist with which it was approved all the same.
  accepted jsonb not null default '[]' check (jsonb_typeof(accepted) = 'array'),
  -- The Sunday on which it goes out, when its time is that of the settings; null when somebody chose a moment.
  sunday date check (extract(isodow from sunday) = 7)
);

alter table private.newsletter_approvals enable row level security;

-- One row for each Sunday for which the clock has begun a draft.
create table private.newsletter_sundays (
  sunday date primary key check (extract(isodow from sunday) = 7),
  issue_id uuid references public.newsletter_issues (id) on delete set null,
  composed_at timestamptz,
  -- When administrators were mailed that there is a draft.
  announced_at timestamptz,
  -- When it was decided what becomes of it, at its time or before.
  settled_at timestamptz
);

alter table private.newsletter_sundays enable row level security;

/* The address that an issue gets which is sent on that day: the day, with a number when the address is taken. An issue keeps one
   that fits. Transactions that ask for the same day wait for each other. */
create function private.newsletter_slug(p_issue_id uuid, p_day date) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  day text := to_char(p_day, 'YYYY-MM-DD');
  own text;
begin
  perform pg_advisory_xact_lock(4711060, p_day - date '2000-01-01');
  select slug into own from public.newsletter_issues where id = p_issue_id;
  if own = day or own like day || '-%' then
    return own;
  end if;
  return (
    select candidate from (
      select case when number = 1 then day else day || '-' || number end as candidate, number
      from generate_series(1, 999) as number) as candidates
    where not exists (select from public.newsletter_issues where slug = candidate)
    order by number limit 1);
end
$$;

revoke all on function private.newsletter_slug(uuid, date) from public;

/* A hash of what readers are told of an article, and of its text. */
create function private.hash_of_article(article public.articles) returns text
language sql stable set search_path = ''
return encode(sha256(convert_to(jsonb_build_array(
  article.language, article.slug, article.title, article.excerpt, article.content, article.published,
  to_char(article.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8')), 'hex');

revoke all on function private.hash_of_article(public.articles) from public;
