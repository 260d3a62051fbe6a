import { AuthError } from '#server/supabase/auth/auth-error.ts'
import type { Endpoint } from '#server/supabase/auth/endpoints/endpoint.ts'

/** A route of GoTrue that this site does not offer. It refuses every request with the same error. */
export interface ClosedRoute {
  path: string
  methods: string[]
  endpoint: Endpoint
  error: { status: AuthError['status']; code: string; message: string }
}

/** The errors are GoTrue's own, for features that are switched off or that the caller may not use. */
export const CLOSED_ROUTES: ClosedRoute[] = [
  closed('POST /signup', 422, 'signup_disabled', 'Signups not allowed for this instance'),
  closed('POST /resend', 400, 'email_provider_disabled', 'Confirmation by mail is disabled'),
  closed('POST /magiclink', 422, 'otp_disabled', 'Sign-in by links and codes is disabled'),
  closed('GET /reauthenticate', 422, 'otp_disabled', 'Reauthentication by codes is disabled'),
  closed('POST /invite', 403, 'not_admin', 'User not allowed'),
  closed('GET|POST|PUT|PATCH|DELETE /admin/*', 403, 'not_admin', 'User not allowed'),
  closed('GET /authorize', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  closed('GET|POST /callback', 400, 'bad_oauth_callback', 'OAuth state parameter missing'),
  closed('GET|POST /sso/*', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  closed('GET|POST /oauth/*', 404, 'feature_disabled', 'OAuth server is disabled'),
  closed('GET|DELETE /user/oauth/*', 404, 'feature_disabled', 'OAuth server is disabled'),
  closed('GET|DELETE /user/identities/*', 404, 'manual_linking_disabled', 'Manual linking is disabled'),
  closed('GET|POST|PATCH|DELETE /passkeys/*', 404, 'passkey_disabled', 'Passkeys are disabled'),
]

function closed(route: string, status: AuthError['status'], code: string, message: string): ClosedRoute {
  const [methods = '', path = ''] = route.split(' ')
  const endpoint: Endpoint = {
    limit: 'auth',
    needsApiKey: true,
    handle() {
      throw new AuthError(status, code, message)
    },
  }
  return { path, methods: methods.split('|'), endpoint, error: { status, code, message } }
}
