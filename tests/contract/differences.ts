import type { Caller, ContractProject } from './contract-project.ts'

/** A status, and the code of the error when it is one. */
export interface Outcome {
  status: number
  code?: string
}

/**
 * Where the data path answers otherwise than PostgREST 14, as hosted Supabase runs it, would over the same migrations; and
 * nowhere else. docs/data-path.md has the same list, which a test keeps true. What has a request is asked by
 * differences.test.ts; the tests that ask about the others consult this list too.
 */
export interface Difference {
  /** What is asked. */
  name: string
  request?: { method?: string; path: string; as?: Caller; headers?: Record<string, string>; body?: string }
  /** In words, for what no status tells. */
  postgrest: Outcome | string
  ours: Outcome | string
  why: string
}

const OK: Outcome = { status: 200 }
const NOT_ALLOWED: Outcome = { status: 401, code: '42501' }
const unreadable: Outcome = { status: 400, code: 'PGRST100' }
const notPreferred: Outcome = { status: 400, code: 'PGRST122' }
const badBody: Outcome = { status: 400, code: 'PGRST102' }
const notAcceptable: Outcome = { status: 406, code: 'PGRST107' }

const NARROW = 'the product has no use for it'
const STRICT = 'what a request says is understood or refused, and never left out in silence'
const BOUNDED = 'one request can cause only so much work'

const ARTICLES = '/articles?select=slug&limit=1'
/** Of no row, so that a project where it is allowed changes nothing. */
const NO_ARTICLE = '/articles?slug=eq.no-such-article'
const repeat = (text: string, times: number) => Array.from({ length: times }, () => text)

export const DIFFERENCES = [
  // Forms of the answer.
  {
    name: 'csv',
    request: { path: ARTICLES, headers: { accept: 'text/csv' } },
    postgrest: OK,
    ours: notAcceptable,
    why: NARROW,
  },
  {
    name: 'rows without their nulls',
    request: { path: ARTICLES, headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' } },
    postgrest: OK,
    ours: notAcceptable,
    why: NARROW,
  },
  {
    name: 'aliases in select',
    request: { path: '/articles?select=name:title&limit=1' },
    postgrest: OK,
    ours: unreadable,
    why: NARROW,
  },
  {
    name: 'casts in select',
    request: { path: '/articles?select=title::text&limit=1' },
    postgrest: OK,
    ours: unreadable,
    why: NARROW,
  },
  {
    name: 'JSON paths',
    request: { path: '/outbox_mails?select=headers->>to&limit=1', as: 'service' },
    postgrest: OK,
    ours: unreadable,
    why: NARROW,
  },
  {
    name: 'embedded tables',
    request: { path: '/slug_redirects?select=slug,articles(slug)&limit=1' },
    postgrest: OK,
    ours: { status: 400, code: 'PGRST200' },
    why: NARROW,
  },
  {
    name: 'a column twice in select',
    request: { path: '/articles?select=slug,slug&limit=1' },
    postgrest: OK,
    ours: unreadable,
    why: 'an object has each key once',
  },
  {
    name: 'the description of the API at its root',
    request: { path: '/', as: 'service' },
    postgrest: OK,
    ours: { status: 404, code: 'PGRST125' },
    why: NARROW,
  },
  // Filters.
  {
    name: 'full-text operators',
    request: { path: `${ARTICLES}&title=wfts.harbour` },
    postgrest: OK,
    ours: unreadable,
    why: 'search_articles searches, by an index',
  },
  {
    name: 'regular expressions',
    request: { path: `${ARTICLES}&title=match.%5EH` },
    postgrest: OK,
    ours: unreadable,
    why: BOUNDED,
  },
  {
    name: 'operators of arrays and ranges',
    request: { path: '/outbox_mails?select=id&limit=1&headers=cs.{}', as: 'service' },
    postgrest: OK,
    ours: unreadable,
    why: 'no column is an array or a range',
  },
  {
    name: 'more than 50 conditions',
    request: { path: `${ARTICLES}&${repeat('title=neq.x', 51).join('&')}` },
    postgrest: OK,
    ours: unreadable,
    why: BOUNDED,
  },
  {
    name: 'more than three groups inside each other',
    request: { path: `${ARTICLES}&or=(and(or(and(title.neq.x,title.neq.y))))` },
    postgrest: OK,
    ours: unreadable,
    why: BOUNDED,
  },
  {
    name: 'a query string over 12,000 characters',
    request: { path: `${ARTICLES}&title=neq.${'x'.repeat(12_000)}` },
    postgrest: OK,
    ours: unreadable,
    why: BOUNDED,
  },
  {
    name: 'text after a list',
    request: { path: `${ARTICLES}&title=in.(a,b)c` },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'text after null',
    request: { path: `${ARTICLES}&subtitle=is.nullable` },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'NUL in a list',
    request: { path: `${ARTICLES}&title=in.(a%00b,c)` },
    postgrest: OK,
    ours: { status: 400, code: '22021' },
    why: 'PostgREST cuts the value off there',
  },
  {
    name: 'a parameter without a value',
    request: { path: `${ARTICLES}&title` },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'a parameter twice',
    request: { path: `${ARTICLES}&limit=2` },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'parameters of a write on a read',
    request: { path: `${ARTICLES}&columns=slug` },
    postgrest: OK,
    ours: { status: 400, code: '42703' },
    why: STRICT,
  },
  // Pages.
  {
    name: 'more than four orders',
    request: { path: `${ARTICLES}&order=slug,title,excerpt,author,category` },
    postgrest: OK,
    ours: unreadable,
    why: BOUNDED,
  },
  {
    name: 'a column twice in order',
    request: { path: `${ARTICLES}&order=slug,slug.desc` },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'a limit that is no number',
    request: { path: '/articles?select=slug&limit=ten' },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'a negative offset',
    request: { path: `${ARTICLES}&offset=-1` },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'a Range header beside a limit',
    request: { path: ARTICLES, headers: { range: '0-4' } },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'a Range header of something else',
    request: { path: '/articles?select=slug&slug=eq.none', headers: { range: 'bytes=0-4' } },
    postgrest: OK,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'an answer of more than 16 MB',
    postgrest: OK,
    ours: { status: 413, code: 'PGRST100' },
    why: BOUNDED,
  },
  // Preferences.
  {
    name: 'count=planned',
    request: { path: '/articles?select=slug&slug=eq.none', headers: { prefer: 'count=planned' } },
    postgrest: { status: 206 },
    ours: notPreferred,
    why: 'a count of ours is exact',
  },
  {
    name: 'count=estimated',
    request: { path: '/articles?select=slug&slug=eq.none', headers: { prefer: 'count=estimated' } },
    postgrest: OK,
    ours: notPreferred,
    why: 'a count of ours is exact',
  },
  {
    name: 'an unknown preference',
    request: { path: ARTICLES, headers: { prefer: 'wait=10' } },
    postgrest: OK,
    ours: notPreferred,
    why: STRICT,
  },
  {
    name: 'handling=lenient',
    request: { path: ARTICLES, headers: { prefer: 'handling=lenient' } },
    postgrest: OK,
    ours: notPreferred,
    why: STRICT,
  },
  {
    name: 'timezone',
    request: { path: ARTICLES, headers: { prefer: 'timezone=Europe/Zurich' } },
    postgrest: OK,
    ours: notPreferred,
    why: NARROW,
  },
  {
    name: 'a preference for writes on a read',
    request: { path: ARTICLES, headers: { prefer: 'resolution=merge-duplicates' } },
    postgrest: OK,
    ours: notPreferred,
    why: STRICT,
  },
  {
    name: 'tx=rollback',
    request: {
      method: 'PATCH',
      path: NO_ARTICLE,
      as: 'service',
      headers: { prefer: 'tx=rollback' },
      body: '{"title":"Tried out"}',
    },
    postgrest: { status: 204 },
    ours: notPreferred,
    why: 'hosted Supabase commits all the same',
  },
  {
    name: 'missing=default on an update',
    request: {
      method: 'PATCH',
      path: NO_ARTICLE,
      as: 'service',
      headers: { prefer: 'missing=default' },
      body: '{"title":"Tried out"}',
    },
    postgrest: { status: 204 },
    ours: notPreferred,
    why: NARROW,
  },
  {
    name: 'return=headers-only',
    request: {
      method: 'POST',
      path: '/articles',
      headers: { prefer: 'return=headers-only' },
      body: '[]',
    },
    postgrest: NOT_ALLOWED,
    ours: notPreferred,
    why: NARROW,
  },
  {
    name: 'max-affected without handling=strict, or on an insert',
    postgrest: 'is not looked at',
    ours: 'holds: more rows are rolled back',
    why: STRICT,
  },
  // Writes.
  {
    name: 'PUT',
    request: { method: 'PUT', path: '/articles?id=eq.00000000-0000-4000-8000-000000000000', body: '{}' },
    postgrest: NOT_ALLOWED,
    ours: { status: 405, code: 'PGRST117' },
    why: 'POST with resolution=merge-duplicates does the same',
  },
  {
    name: 'a write to a view',
    request: { method: 'POST', path: '/translated_articles', as: 'service', body: '{"title":"x"}' },
    postgrest: { status: 500, code: '55000' },
    ours: { status: 405, code: '55000' },
    why: 'it is no error of the server',
  },
  {
    name: 'limit on a write',
    request: { method: 'PATCH', path: `${NO_ARTICLE}&limit=1`, body: '{"title":"x"}' },
    postgrest: NOT_ALLOWED,
    ours: unreadable,
    why: 'PostgREST writes more rows than that',
  },
  {
    name: 'an unknown column in select of a write that answers no rows',
    request: { method: 'PATCH', path: `${NO_ARTICLE}&select=nothing`, as: 'service', body: '{"title":"x"}' },
    postgrest: { status: 204 },
    ours: { status: 400, code: '42703' },
    why: STRICT,
  },
  {
    name: 'filters on an insert',
    request: { method: 'POST', path: '/articles?title=eq.x', body: '{"title":"x"}' },
    postgrest: NOT_ALLOWED,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'on_conflict without a resolution',
    request: { method: 'POST', path: '/articles?on_conflict=id', body: '{"title":"x"}' },
    postgrest: NOT_ALLOWED,
    ours: unreadable,
    why: STRICT,
  },
  {
    name: 'a body that is no JSON by its Content-Type',
    request: {
      method: 'POST',
      path: '/articles',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'title=x',
    },
    postgrest: NOT_ALLOWED,
    ours: badBody,
    why: NARROW,
  },
  {
    name: 'a body that is neither an object nor a list',
    request: { method: 'POST', path: '/articles', body: '"x"' },
    postgrest: NOT_ALLOWED,
    ours: badBody,
    why: STRICT,
  },
  {
    name: 'keys that columns does not name',
    request: { method: 'POST', path: '/articles?columns=title', body: '{"title":"x","slug":"x"}' },
    postgrest: NOT_ALLOWED,
    ours: badBody,
    why: STRICT,
  },
  {
    name: 'an update with a list of several objects',
    request: { method: 'PATCH', path: NO_ARTICLE, body: '[{"title":"x"},{"title":"y"}]' },
    postgrest: NOT_ALLOWED,
    ours: badBody,
    why: 'which of them would count is chance',
  },
  {
    name: 'one row twice in an upsert',
    postgrest: { status: 500, code: '21000' },
    ours: { status: 400, code: '21000' },
    why: 'it is no error of the server',
  },
  // Calls.
  {
    name: 'an argument in the URL that looks like a filter',
    request: { path: '/rpc/search_articles?p_query=eq.harbour' },
    postgrest: { status: 404, code: 'PGRST202' },
    ours: OK,
    why: 'readers search for anything',
  },
  {
    name: 'a list of arguments',
    request: { method: 'POST', path: '/rpc/search_articles', body: '[{"p_query":"harbour"}]' },
    postgrest: OK,
    ours: badBody,
    why: 'PostgREST takes the first',
  },
  // Who may see what.
  {
    name: 'tables that only the server reads',
    request: { path: '/newsletter_send_tickets?limit=1', as: 'service' },
    postgrest: OK,
    ours: { status: 404, code: 'PGRST205' },
    why: 'what is reached stands in server/rest/catalog.ts',
  },
  {
    name: 'details of an error of PostgreSQL',
    postgrest: 'are told to everyone',
    ours: 'are told to who is signed in',
    why: 'rows and keys that stand in the way are nothing for strangers',
  },
  {
    name: 'hints at names that are nearly right',
    postgrest: 'come with unknown tables, functions and columns',
    ours: 'come with the arguments of a function only',
    why: NARROW,
  },
  {
    name: 'what exactly cannot be parsed',
    postgrest: 'is told by place and by what was expected',
    ours: 'is told in other words, with the same code',
    why: NARROW,
  },
  {
    name: 'no API key',
    request: { path: ARTICLES, headers: { apikey: '', authorization: '' } },
    postgrest: { status: 401 },
    ours: { status: 401, code: 'PGRST301' },
    why: 'the gateway of hosted Supabase answers this, in a form of its own',
  },
  {
    name: 'a page of another origin',
    request: { method: 'OPTIONS', path: '/articles', headers: { origin: 'https://elsewhere.example.org' } },
    postgrest: OK,
    ours: { status: 405, code: 'PGRST117' },
    why: 'the browser talks to its own origin only',
  },
  {
    name: 'Content-Location and Content-Profile',
    postgrest: 'are headers of every answer',
    ours: 'are not sent',
    why: NARROW,
  },
  {
    name: 'many requests of one address',
    postgrest: 'are answered',
    ours: { status: 429, code: '42900' },
    why: 'sign-ups, searches and requests under way are counted by address',
  },
  {
    name: 'a body over 4 MB, or over 16 kB of who is no administrator',
    postgrest: 'is read',
    ours: { status: 413, code: 'PGRST102' },
    why: BOUNDED,
  },
] as const satisfies Difference[]

/** Where sign-in answers otherwise than GoTrue would, which the tests of auth hold. */
export const AUTH_DIFFERENCES: { name: string; gotrue: string; ours: string; why: string }[] = [
  {
    name: 'a link to sign in, with shouldCreateUser false, for an address that nobody has',
    gotrue: '422 otp_disabled',
    ours: '200, and no mail',
    why: 'nobody learns who is an administrator',
  },
  {
    name: 'a link to sign in, with shouldCreateUser true, for an address that nobody has',
    gotrue: 'creates the user, or 422 signup_disabled',
    ours: '200, and no mail',
    why: 'nobody learns who is an administrator',
  },
  {
    name: 'data for a user who would be created',
    gotrue: 'is kept',
    ours: '400 validation_failed, unless it is empty',
    why: STRICT,
  },
  {
    name: 'too many links for one address',
    gotrue: '429 for who is known',
    ours: '429 over_email_send_rate_limit for everyone alike',
    why: 'nobody learns who is an administrator',
  },
  {
    name: 'a link for who is banned, or is no administrator',
    gotrue: 'is mailed',
    ours: 'is not mailed, with the same answer',
    why: NARROW,
  },
  {
    name: 'codes of six digits',
    gotrue: 'are mailed beside the link',
    ours: '403 otp_expired',
    why: 'what is short can be guessed',
  },
  {
    name: 'GET /verify',
    gotrue: 'spends the link and redirects',
    ours: '405 method_not_allowed',
    why: 'scanners follow links',
  },
  {
    name: 'redirect_to',
    gotrue: 'is where a link leads, when it is allowed',
    ours: 'is not looked at',
    why: 'a mailed link leads to this site and to no other',
  },
  {
    name: 'links for a new password and to sign in',
    gotrue: 'replace each other',
    ours: 'replace those of their own kind, and one is not taken for the other',
    why: 'only one of them may set a password',
  },
  {
    name: 'the method of a session that began by a link',
    gotrue: 'is otp',
    ours: 'is recovery, otp or invite',
    why: 'only some of them may set a password',
  },
  {
    name: 'a new password without the present one',
    gotrue: 'in any session that began by a link',
    ours: 'once, within 15 minutes of a recovery or an invitation',
    why: 'a copied old session is no way around the present password',
  },
  {
    name: 'an invitation',
    gotrue: 'POST /invite with the secret key creates the user',
    ours: '403 not_admin; the function invite-administrator creates nobody until it is accepted',
    why: 'a mistyped address must not be an account',
  },
  {
    name: 'signing out others, or everywhere, without the second factor that there is',
    gotrue: 'ends every session',
    ours: 'ends those that have not shown it either, and its own',
    why: 'whoever has the password only cannot keep its owner out',
  },
]

export type DifferenceName = (typeof DIFFERENCES)[number]['name']

/** Whether the project answers as we do, and not as PostgREST does. */
export function differs({ isOurs }: ContractProject, _name: DifferenceName): boolean {
  return isOurs
}
