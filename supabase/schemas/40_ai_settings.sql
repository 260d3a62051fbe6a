-- The language model that a publication asks, and what that may cost, is decided by administrators and used by every process at once. Below: what it was asked to draft.

/* One row. Only the server reads it, and gives administrators what they may see of it; the key is encrypted by the server, bound to
   the provider and the address that it was entered for. */
create table private.ai_settings (
  only_row boolean primary key default true check (only_row),
  -- Counts the changes, so that no change is overwritten unseen.
  version integer not null default 0,
  provider text check (provider in ('openai', 'anthropic', 'openai-compatible')),
  model text check (char_length(model) between 1 and 200),
  base_url text check (base_url ~ '^https?://[^@?#\s]+$' and char_length(base_url) <= 500),
  sealed_key text,
  key_end text not null default '' check (char_length(key_end) <= 4),
  concurrency integer not null default 4 check (concurrency between 1 and 50),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- The price of a million tokens: [{"model", "input", "output"}].
  prices jsonb not null default '[]' check (jsonb_typeof(prices) = 'array' and jsonb_array_length(prices) <= 30),
  monthly_budget numeric check (monthly_budget > 0),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  -- The speech model, if there is one: {"provider", "model", "voice", "voices": [{"language", "voice"}], "base_url", "sealed_key", "key_end"}.
  speech jsonb constraint a_whole_speech_model check (speech is null or coalesce(
    speech ->> 'provider' in ('openai', 'openai-compatible') and char_length(speech ->> 'model') between 1 and 200
    and char_length(speech ->> 'voice') between 1 and 100 and jsonb_typeof(speech -> 'voices') = 'array'
    and (speech ->> 'base_url' is null or (speech ->> 'base_url' ~ '^https?://[^@?#\s]+$' and char_length(speech ->> 'base_url') <= 500))
    and octet_length(speech::text) <= 16384, false)),
  constraint a_whole_connection check ((provider is null) = (model is null) and (provider is not null or (base_url is null and sealed_key is null))),
  constraint an_end_of_a_key check (sealed_key is not null or key_end = '')
);

insert into private.ai_settings default values;

/* Saves the settings in the name of the administrator of the request. Only the server calls it. p_connection is null to leave the
   connection as it is, and so is p_speech; an empty object removes either. Returns false, and changes nothing, when they were changed since p_version.
   Raises 42501 for other callers. */
create function private.save_ai_settings(p_version integer, p_connection jsonb, p_speech jsonb, p_costs jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change settings.';
  end if;
  update private.ai_settings set
    version = version + 1,
    provider = case when p_connection is null then provider else p_connection ->> 'provider' end,
    model = case when p_connection is null then model else p_connection ->> 'model' end,
    base_url = case when p_connection is null then base_url else p_connection ->> 'base_url' end,
    sealed_key = case when p_connection is null then sealed_key else p_connection ->> 'sealed_key' end,
    key_end = case when p_connection is null then key_end else coalesce(p_connection ->> 'key_end', '') end,
    speech = case when p_speech is null then speech else nullif(p_speech, '{}') end,
    concurrency = (p_costs ->> 'concurrency')::integer,
    currency = p_costs ->> 'currency',
    prices = p_costs -> 'prices',
    monthly_budget = (p_costs ->> 'monthly_budget')::numeric,
    updated_at = now(),
    updated_by = auth.uid()
  where version = p_version;
  if found and p_speech is not null then
    -- All that the last speech model could not do, this one may.
    update private.speech_tasks set due_at = now(), failures = 0, waits_for_budget = false;
    return true;
  end if;
  return found;
end
$$;

-- The work of a language model is paid for by tokens, so they are counted by day, and a budget can be held by month.
create table private.ai_usage (
  -- In UTC.
  day date not null default (now() at time zone 'utc')::date,
  model text not null,
  -- The purpose of the tokens, such as translate.
  task text not null,
  input_tokens bigint not null default 0 check (input_tokens >= 0),
  output_tokens bigint not null default 0 check (output_tokens >= 0),
  calls bigint not null default 0,
  primary key (day, model, task)
);

-- The drafts that a model was asked for. A row is written before the model is asked, and its answer before anything is made of it, so that
-- whatever is killed, no answer that was paid for is asked for again.
create table private.draft_requests (
  id uuid primary key default gen_random_uuid(),
  requested_by uuid not null,
  -- The hash of the items and of what was chosen: the same request of the same person is found by it.
  key text not null check (char_length(key) <= 64),
  item_ids uuid[] not null check (cardinality(item_ids) between 1 and 50),
  options jsonb not null check (octet_length(options::text) <= 8192),
  requested_at timestamptz not null default now(),
  -- A sign of life of the process that asks, every few seconds while it does.
  alive_at timestamptz not null default now(),
  -- The sentences as the model got them, because texts are kept for thirty days only.
  sources jsonb not null check (octet_length(sources::text) <= 1048576),
  model text check (char_length(model) <= 200),
  answer jsonb check (octet_length(answer::text) <= 4194304),
  answered_at timestamptz,
  failure text check (char_length(failure) <= 40),
  failed_at timestamptz,
  article_id uuid
);
-- Purged: With the texts that the model was given, which are kept no longer elsewhere either.
comment on table private.draft_requests is $${"purge": "requested_at < now() - interval '30 days'"}$$;
create index draft_requests_of_person on private.draft_requests (requested_by, key, requested_at desc);
create index draft_requests_age on private.draft_requests (requested_at);
grant all on private.draft_requests to service_role;
