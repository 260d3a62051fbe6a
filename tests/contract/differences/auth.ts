import { NARROW } from './difference.ts'

/** The differences between `/auth/v1` and GoTrue, which the tests of auth check. */
export const AUTH_DIFFERENCES: { name: string; gotrue: string; ours: string; why: string }[] = [
  {
    name: 'a sign-in link for an unknown address, with shouldCreateUser false',
    gotrue: '422 otp_disabled',
    ours: '200, and no mail',
    why: 'the response must not reveal who has a role',
  },
  {
    name: 'a sign-in link for an unknown address, with shouldCreateUser true',
    gotrue: 'creates the user, or 422 signup_disabled',
    ours: '200, and no mail',
    why: 'the response must not reveal who has a role',
  },
  {
    name: 'data for a new user',
    gotrue: 'is stored',
    ours: 'is ignored',
    why: 'a request never creates a user',
  },
  {
    name: 'a link with a code challenge (PKCE)',
    gotrue: 'is mailed, and works together with its secret only',
    ours: '400 validation_failed',
    why: 'ignored, the link would work for everybody who has it',
  },
  {
    name: 'a new address, telephone number or data of a user',
    gotrue: 'are stored',
    ours: '400 validation_failed',
    why: 'a response without an error says that it was changed',
  },
  {
    name: 'too many links for one address',
    gotrue: '429 for known addresses only',
    ours: '429 over_email_send_rate_limit for every address',
    why: 'the response must not reveal who has a role',
  },
  {
    name: 'a link for a user who is banned, or without a role',
    gotrue: 'is mailed',
    ours: 'is not mailed, with the same response',
    why: NARROW,
  },
  {
    name: 'six-digit codes',
    gotrue: 'are mailed together with the link',
    ours: '403 otp_expired',
    why: 'short codes can be guessed',
  },
  {
    name: 'GET /verify',
    gotrue: 'uses up the link and redirects',
    ours: '405 method_not_allowed',
    why: 'mail scanners follow links',
  },
  {
    name: 'redirect_to',
    gotrue: 'is the target of the link, when it is allowed',
    ours: 'is ignored',
    why: 'a mailed link always leads to this site',
  },
  {
    name: 'recovery links and sign-in links',
    gotrue: 'replace each other',
    ours: 'replace only links of their own type, and cannot be used as the other type',
    why: 'only a recovery link may set a password',
  },
  {
    name: 'the method of a session that began with a link',
    gotrue: 'is otp',
    ours: 'is recovery, otp or invite',
    why: 'only some of these sessions may set a password',
  },
  {
    name: 'a new password without the current one',
    gotrue: 'in any session that began with a link',
    ours: 'once, within 15 minutes of a recovery or an invitation',
    why: 'a copied old session must not be enough to change the password',
  },
  {
    name: 'an invitation',
    gotrue: 'POST /invite with the secret key creates the user',
    ours: '403 not_admin; the function invite-member creates the user only when the invitation is accepted',
    why: 'a mistyped address must not become an account',
  },
  {
    name: 'adding the first second factor from a session that began more than 15 minutes ago',
    gotrue: 'adds it',
    ours: '400 reauthentication_needed',
    why: 'whoever finds an open browser must not lock its user out; the desk asks for the password and goes on',
  },
  {
    name: 'signing out others, or everywhere, from a session that has not verified the second factor',
    gotrue: 'ends every session',
    ours: 'ends its own, and those that have not verified it either',
    why: 'an attacker who knows only the password must not be able to sign the owner out',
  },
]
