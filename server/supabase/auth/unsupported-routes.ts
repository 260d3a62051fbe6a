import { AuthError } from '#server/supabase/auth/auth-error.ts'
import type { Endpoint } from '#server/supabase/auth/endpoints/endpoint.ts'

/** A route of GoTrue that this site does not offer. It refuses every request with the same error. */
interface UnsupportedRoute {
  path: string
  methods: string[]
  endpoint: Endpoint
  error: { status: AuthError['status']; code: string; message: string }
}

/** The errors are GoTrue's own, for features that are switched off or that the caller may not use. */
export const UNSUPPORTED_ROUTES: UnsupportedRoute[] = [
  unsupported('POST /signup', 422, 'signup_disabled', 'Signups not allowed for this instance'),
  unsupported('POST /resend', 400, 'email_provider_disabled', 'Confirmation by mail is disabled'),
  unsupported('POST /magiclink', 422, 'otp_disabled', 'Sign-in by links and codes is disabled'),
  unsupported('GET /reauthenticate', 422, 'otp_disabled', 'Reauthentication by codes is disabled'),
  unsupported('POST /invite', 403, 'not_admin', 'User not allowed'),
  unsupported('GET|POST|PUT|PATCH|DELETE /admin/*', 403, 'not_admin', 'User not allowed'),
  unsupported('GET /authorize', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  unsupported('GET|POST /callback', 400, 'bad_oauth_callback', 'OAuth state parameter missing'),
  unsupported('GET|POST /sso/*', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  unsupported('GET|POST /oauth/*', 404, 'feature_disabled', 'OAuth server is disabled'),
  unsupported('GET|DELETE /user/oauth/*', 404, 'feature_disabled', 'OAuth server is disabled'),
  unsupported('GET|DELETE /user/identities/*', 404, 'manual_linking_disabled', 'Manual linking is disabled'),
  unsupported('GET|POST|PATCH|DELETE /passkeys/*', 404, 'passkey_disabled', 'Passkeys are disabled'),
]

function unsupported(
  route: string,
  status: AuthError['status'],
  code: string,
  message: string,
): UnsupportedRoute {
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
