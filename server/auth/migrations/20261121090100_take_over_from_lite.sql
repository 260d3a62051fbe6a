-- What the library before this service left: tokens in clear that could be guessed in part, and JSON kept as text.

-- Whoever was signed in signs in once more.
delete from auth.sessions;
delete from auth.refresh_tokens;

drop index if exists auth.refresh_tokens_token_idx;
create unique index refresh_tokens_token_unique on auth.refresh_tokens (token);
-- A session goes on with one token; of the others it is remembered that they were used.
create unique index refresh_tokens_one_active on auth.refresh_tokens (session_id) where revoked is false;

update auth.users set raw_app_meta_data = '{"provider": "email", "providers": ["email"]}'
where jsonb_typeof(raw_app_meta_data) is distinct from 'object';
update auth.users set raw_user_meta_data = jsonb_build_object(
  'sub', id, 'email', email, 'email_verified', email_confirmed_at is not null, 'phone_verified', false)
where jsonb_typeof(raw_user_meta_data) is distinct from 'object';
update auth.identities i set identity_data = jsonb_build_object(
  'sub', i.user_id, 'email', u.email, 'email_verified', u.email_confirmed_at is not null, 'phone_verified', false)
from auth.users u where u.id = i.user_id and jsonb_typeof(i.identity_data) <> 'object';
