import { ARTICLES, BOUNDED, type Difference, NARROW, OK, parseError } from './difference.ts'

export const ACCESS_DIFFERENCES = [
  {
    name: 'tables that only the server reads',
    request: { path: '/newsletter_send_tickets?limit=1', as: 'service' },
    postgrest: OK,
    ours: { status: 404, code: 'PGRST205' },
    why: 'only what server/supabase/rest/catalog lists can be reached',
  },
  {
    name: 'details of an error of PostgreSQL',
    postgrest: 'are shown to everyone',
    ours: 'are left out, unless a function of ours says them',
    why: 'they quote values of other rows',
  },
  {
    name: 'a JWT that never ends, or that another site has issued with the same secret',
    postgrest: '200',
    ours: '401 PGRST301',
    why: 'a session ends, and is of one site',
  },
  {
    name: 'hints at similar names',
    postgrest: 'come with unknown tables, functions and columns',
    ours: 'come with unknown arguments of a function only',
    why: NARROW,
  },
  {
    name: 'the message of a syntax error',
    postgrest: 'names the position and what was expected',
    ours: 'has other words and the same code',
    why: NARROW,
  },
  {
    name: 'no API key',
    request: { path: ARTICLES, headers: { apikey: '', authorization: '' } },
    postgrest: { status: 401 },
    ours: { status: 401, code: 'PGRST301' },
    why: 'with hosted Supabase the gateway responds, in a format of its own',
  },
  {
    name: 'a CORS preflight from another origin',
    request: { method: 'OPTIONS', path: '/articles', headers: { origin: 'https://elsewhere.example.org' } },
    postgrest: OK,
    ours: { status: 405, code: 'PGRST117' },
    why: 'pages use only their own origin',
  },
  {
    name: 'Content-Location and Content-Profile',
    postgrest: 'are headers of every response',
    ours: 'are not sent',
    why: NARROW,
  },
  {
    name: 'many requests from one address',
    postgrest: 'are served',
    ours: { status: 429, code: '42900' },
    why: 'requests without a session, sign-ups, searches and concurrent requests are limited per address',
  },
  {
    name: 'without a session more than ten conditions, one on `content`, or an order by it',
    request: { path: '/articles?select=slug&content=ilike.*town*' },
    postgrest: OK,
    ours: parseError,
    why: BOUNDED,
  },
  {
    name: 'a read without a session that takes more than a second',
    postgrest: 'is stopped after 3 seconds',
    ours: { status: 500, code: '57014' },
    why: BOUNDED,
  },
  {
    name: 'a body over 4 MB, or over 16 kB from callers without a role',
    postgrest: 'is accepted',
    ours: { status: 413, code: 'PGRST102' },
    why: BOUNDED,
  },
] as const satisfies Difference[]
