-- What a language model was asked is paid for by tokens, so they are counted by day, and a budget can be held by month.

create table private.ai_usage (
  -- In UTC.
  day date not null default (now() at time zone 'utc')::date,
  model text not null,
  -- What the tokens were for, such as translate.
  task text not null,
  input_tokens bigint not null default 0 check (input_tokens >= 0),
  output_tokens bigint not null default 0 check (output_tokens >= 0),
  calls bigint not null default 0,
  primary key (day, model, task)
);

alter table private.ai_usage enable row level security;
