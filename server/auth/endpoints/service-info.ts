import type { Endpoint } from '#server/auth/endpoints/endpoint.ts'

/** What the official client reads to know which ways to sign in exist: passwords only, and no sign-up. */
const SETTINGS = {
  external: { anonymous_users: false, email: true, phone: false },
  disable_signup: true,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  passkeys_enabled: false,
}

/** `GET /settings` */
export const showSettings: Endpoint = {
  limit: 'auth',
  needsApiKey: true,
  handle: (c) => c.json(SETTINGS),
}

/** `GET /health` */
export const showHealth: Endpoint = {
  limit: null,
  needsApiKey: false,
  handle: (c) => c.json({ name: 'GoTrue', description: 'Sign-in of AI Watch' }),
}

/** `GET /.well-known/jwks.json`. Always empty: tokens are signed with HS256, whose key is secret. */
export const listSigningKeys: Endpoint = {
  limit: null,
  needsApiKey: false,
  handle: (c) => c.json({ keys: [] }, 200, { 'cache-control': 'public, max-age=600' }),
}
