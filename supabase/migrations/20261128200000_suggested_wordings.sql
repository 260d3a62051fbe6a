-- What a model suggests for one text is not stored until an editor saves it, and is the model's all the same.

create table private.suggested_wordings (
  -- SHA-256 of the language, the source and the text, in hexadecimal.
  wording_hash text primary key check (wording_hash ~ '^[0-9a-f]{64}$'),
  model text not null,
  made_at timestamptz not null default now()
);

create index suggested_wordings_age on private.suggested_wordings (made_at);
alter table private.suggested_wordings enable row level security;
