-- All that the desk is told of the social web, and those whom it blocks there. The tables are in 57_social_web.sql and 58_social_deliveries.sql.

-- The newest come first.
create index social_followers_newest on private.social_followers (since desc, language, actor);
create index social_replies_newest on private.social_reactions (received_at desc, id) where kind = 'reply';

/* Raises 42501 unless an editor asks. */
create function private.demand_reader_of_social_web() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can see what happens on the social web.';
  end if;
end
$$;

/* The social web in sums: {followers: [{language, followers}], likes, shares, replies, waiting, waiting_servers, waiting_since}. Waiting are
   messages that were not delivered yet. */
create function public.read_social_web() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_social_web();
  return (
    select jsonb_build_object(
      'followers', (
        select coalesce(jsonb_agg(to_jsonb(counted) order by language), '[]')
        from (select language, count(*) as followers from private.social_followers group by language) as counted),
      'likes', reactions.likes, 'shares', reactions.shares, 'replies', reactions.replies,
      'waiting', deliveries.waiting, 'waiting_servers', deliveries.servers, 'waiting_since', deliveries.since)
    from (
      select count(*) filter (where kind = 'like') as likes, count(*) filter (where kind = 'announce') as shares,
        count(*) filter (where kind = 'reply') as replies
      from private.social_reactions) as reactions, (
      select count(*) as waiting, count(distinct delivery.host) as servers, min(activity.made_at) as since
      from private.social_deliveries as delivery join private.social_activities as activity on activity.id = delivery.activity_id
    ) as deliveries);
end
$$;

/* Returns who follows a language, the newest first. */
create function public.list_social_followers(p_offset integer default 0, p_limit integer default 25)
returns table (language text, actor text, handle text, name text, host text, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_social_web();
  return query
    select follower.language, follower.actor, follower.handle, follower.name, follower.host, follower.since
    from private.social_followers as follower order by follower.since desc, follower.language, follower.actor
    offset least(greatest(coalesce(p_offset, 0), 0), 10000) limit least(greatest(coalesce(p_limit, 0), 0), 100);
end
$$;

/* Returns how often articles were liked, shared and replied to: of those of the first two hundred that were, or else of the twenty-five where that
   happened last. */
create function public.list_social_reactions(p_article_ids uuid[] default null)
returns table (article_id uuid, slug text, language text, title text, likes bigint, shares bigint, replies bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_social_web();
  return query
    select articles.id, articles.slug, articles.language, articles.title, reacted.likes, reacted.shares, reacted.replies
    from (
      select reaction.article_id as id, count(*) filter (where kind = 'like') as likes, count(*) filter (where kind = 'announce') as shares,
        count(*) filter (where kind = 'reply') as replies, max(received_at) as last
      from private.social_reactions as reaction
      where p_article_ids is null or reaction.article_id = any (p_article_ids[1:200])
      group by reaction.article_id order by last desc, reaction.article_id limit case when p_article_ids is null then 25 else 200 end
    ) as reacted join public.articles on articles.id = reacted.id
    order by reacted.last desc, articles.id;
end
$$;

/* Returns what others have replied, the newest first. Whoever follows is known by name as well. */
create function public.list_social_replies(p_offset integer default 0, p_limit integer default 25)
returns table (
  id uuid, article_id uuid, slug text, language text, title text, actor text, handle text, name text, host text, uri text, body text,
  warning text, attachments jsonb, received_at timestamptz, changed_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_social_web();
  return query
    select reply.id, articles.id, articles.slug, articles.language, articles.title, reply.actor, known.handle, known.name, reply.host,
      reply.uri, reply.body, reply.warning, reply.attachments, reply.received_at, reply.changed_at
    from private.social_reactions as reply
    join public.articles on articles.id = reply.article_id
    left join lateral (
      select follower.handle, follower.name from private.social_followers as follower where follower.actor = reply.actor limit 1) as known on true
    where reply.kind = 'reply' order by reply.received_at desc, reply.id
    offset least(greatest(coalesce(p_offset, 0), 0), 10000) limit least(greatest(coalesce(p_limit, 0), 0), 100);
end
$$;

/* Servers that take nothing now, those that fail for longest first, and then those that were left. */
create function public.list_social_servers()
returns table (
  host text, failing_since timestamptz, failures integer, problem text, http_status integer, waiting bigint, resumes_at timestamptz,
  left_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_social_web();
  return query
    select server.host, server.failing_since, server.failures, server.problem, (
        select delivery.http_status from private.social_deliveries as delivery
        where delivery.host = server.host and delivery.problem is not null order by delivery.id limit 1),
      (select count(*) from private.social_deliveries as delivery where delivery.host = server.host), server.resumes_at, server.left_at
    from private.social_servers as server where server.failing_since is not null or server.left_at is not null
    order by server.left_at desc nulls first, server.failing_since, server.host limit 100;
end
$$;

/* Returns who is blocked, the latest first. */
create function public.list_social_blocks()
returns table (kind text, value text, made_at timestamptz, made_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_social_web();
  return query
    select block.kind, block.value, block.made_at, private.name_of_person(block.made_by)
    from private.social_blocks as block order by block.made_at desc, block.kind, block.value limit 1000;
end
$$;

/* Raises 42501 unless an administrator asks, and P0001 after too many of these acts. */
create function private.demand_blocker() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can block somebody on the social web.';
  end if;
  perform private.require_few_acts(array['block_socially', 'unblock_socially']);
end
$$;

/* Blocks a person, by the address of the account or, of who follows, by a handle such as @mara@social.example, or a server with all below
   it, by its name. Returns {blocked}, which is false where all of that was blocked before. Raises P0001 with what to enter instead. */
create function public.block_on_social_web(p_whom text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  whom constant text := btrim(coalesce(p_whom, ''));
  server constant text := lower(substring(whom from '^@[^@[:space:]]+@([^@[:space:]]+)$'));
begin
  perform private.demand_blocker();
  -- One after the other, so that the number is right.
  lock table private.social_blocks in share row exclusive mode;
  if (select count(*) from private.social_blocks) >= 1000 then
    raise exception 'At most 1,000 people and servers can be blocked. Unblock some, or block a server instead of its people.';
  elsif server is not null then
    insert into private.social_blocks (kind, value, made_by)
    select distinct 'actor', actor, auth.uid() from private.social_followers as follower
    where follower.host = server and lower(handle) = lower(whom) limit 10
    on conflict do nothing;
    if not found then
      raise exception 'Nobody with this handle follows. Enter the name of the server, or block the person beside a reply.';
    end if;
  elsif whom ~* '^https?://' then
    if not private.is_remote_address(whom) then
      raise exception 'This is no address of an account.';
    -- Mastodon has pages of people at such addresses, and their accounts at others.
    elsif whom ~ '^https?://[^/]+/@' and not exists (select from private.social_followers where actor = whom)
      and not exists (select from private.social_reactions where actor = whom) then
      raise exception 'This is the page of a person, not the address of the account. Block the person beside a follow or a reply.';
    end if;
    insert into private.social_blocks (kind, value, made_by) values ('actor', whom, auth.uid()) on conflict do nothing;
  elsif char_length(whom) <= 253 and lower(whom) ~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9](:[0-9]{1,5})?$' then
    insert into private.social_blocks (kind, value, made_by) values ('domain', lower(whom), auth.uid()) on conflict do nothing;
  else
    raise exception 'Enter the name of a server, such as social.example, or a handle, such as @name@server.';
  end if;
  return jsonb_build_object('blocked', found);
end
$$;

/* Lets somebody follow and react again; what was deleted by the block does not come back. Returns {unblocked}. */
create function public.unblock_on_social_web(p_kind text, p_value text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand_blocker();
  delete from private.social_blocks where kind = p_kind and value = p_value;
  return jsonb_build_object('unblocked', found);
end
$$;

create trigger record_social_block after insert or delete on private.social_blocks
  for each row execute function private.audit_row();

grant execute on function
  public.read_social_web(),
  public.list_social_followers(integer, integer),
  public.list_social_reactions(uuid[]),
  public.list_social_replies(integer, integer),
  public.list_social_servers(),
  public.list_social_blocks(),
  public.block_on_social_web(text),
  public.unblock_on_social_web(text, text)
to authenticated;
