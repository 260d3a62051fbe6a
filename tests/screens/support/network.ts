import type { Database } from '#core/data/database.ts'
import { type Auth, openAuth } from './auth.ts'
import { type Row, selectRows } from './select-rows.ts'
import type { Account } from './sessions.ts'

type Public = Database['public']
type Relations = Public['Tables'] & Public['Views']

/** Rows by table. A row needs only the columns that its screen reads. */
export type Tables = { [Name in keyof Relations]?: Partial<Relations[Name]['Row']>[] }

type Calls = Public['Functions']
/** The answers of database functions: values, or functions of the arguments and the rows. */
export type CallAnswers = {
  [Name in keyof Calls]?:
    | Calls[Name]['Returns']
    | ((args: Calls[Name]['Args'], tables: Network['tables']) => Calls[Name]['Returns'] | Response)
}

/** The answers of server functions: values, or functions of the body of the request and the rows. */
export type FunctionAnswers = Record<
  string,
  object | ((body: never, tables: Network['tables']) => object | Response | Promise<object | Response>)
>

export interface Answers {
  account: Account
  tables: Tables
  calls: CallAnswers
  functions: FunctionAnswers
  /** Answers any other request, or one of these before them. */
  respond?: ((request: Request) => Response | Promise<Response | undefined> | undefined) | undefined
}

/** A request that changes something, or calls a function. */
export interface SentRequest {
  method: string
  path: string
  body: unknown
}

/** The stand-in for the server of a screen: the official client's requests are answered from rows. */
export interface Network {
  /** Rows by table; a test may change them, as another editor would. */
  tables: Record<string, Row[]>
  /** All requests except reads. */
  sent: SentRequest[]
  /** The bodies of requests to a path that ends like this. */
  sentTo(path: string): unknown[]
  /** Ends the session, as a sign-out elsewhere does. */
  endSession(): void
  /** Requests that nothing answers. */
  unanswered: string[]
  answers: Answers
}

const realFetch = globalThis.fetch.bind(globalThis)

/** Takes the place of `fetch` for addresses of the product; what the test runner loads is left alone. */
export function openNetwork(answers: Answers): Network {
  const tables = new Map(
    Object.entries(answers.tables).map(([name, rows]) => [name, rows.map((row) => ({ ...row }))]),
  )
  const auth = openAuth(answers.account)
  const network: Network = {
    tables: new Proxy({}, { get: (_, name) => tableOf(tables, String(name)) }),
    sent: [],
    sentTo: (path) => network.sent.filter((one) => one.path.endsWith(path)).map(({ body }) => body),
    endSession: auth.end,
    unanswered: [],
    answers,
  }
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!/^\/(rest|auth|storage|functions)\/v1\//.test(pathname)) {
      return (await answers.respond?.(request)) ?? realFetch(input, init)
    }
    return answer(network, request, auth)
  }
  return network
}

export function closeNetwork(): void {
  globalThis.fetch = realFetch
}

async function answer(network: Network, request: Request, auth: Auth): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const [, service = '', , name = '', call] = pathname.split('/')
  const path = pathname.slice(1)
  const body = await bodyOf(request.clone())
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead) network.sent.push({ method: request.method, path, body })
  const own = await network.answers.respond?.(request.clone())
  if (own) return own
  try {
    if (service === 'auth') return auth.answer(request, body)
    if (auth.hasEnded() && call === 'list_my_sessions') return json([])
    if (auth.hasEnded()) return call === 'find_my_membership' ? json(null) : NOT_ALLOWED()
    if (service === 'functions') return await answerFunction(network, name, body)
    if (service === 'rest' && name === 'rpc') {
      const args = isRead ? Object.fromEntries(searchParams) : (body as object)
      return await answerCall(network, call ?? '', args, request)
    }
    if (service === 'rest') return answerTable(network, name, request, body)
  } catch (error) {
    network.unanswered.push(`${request.method} ${path}${new URL(request.url).search}: ${String(error)}`)
    return json({ code: 'TEST', message: String(error), details: '', hint: '' }, 500)
  }
  network.unanswered.push(`${request.method} ${path}`)
  return json({ message: 'Nothing answers this in the test' }, 404)
}

/** The database treats a session that has ended like one without a role. */
const NOT_ALLOWED = () =>
  json({ code: '42501', message: 'permission denied', details: null, hint: null }, 403)

/** @param status of an error, whose body is PostgREST's or that of a function */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/')) return Object.fromEntries(await request.formData())
  const text = await request.text()
  return type.includes('json') && text ? JSON.parse(text) : text
}

async function answerFunction(network: Network, name: string, body: unknown): Promise<Response> {
  if (!Object.hasOwn(network.answers.functions, name))
    throw new Error('The test has no answer of this function')
  const found = network.answers.functions[name] as object | ((...given: unknown[]) => unknown)
  const made = typeof found === 'function' ? await found(body, network.tables) : found
  return made instanceof Response ? made : json(made)
}

async function answerCall(network: Network, name: string, args: object, request: Request): Promise<Response> {
  if (!Object.hasOwn(network.answers.calls, name)) throw new Error('The test has no answer of this call')
  const found = network.answers.calls[name as keyof Calls] as unknown
  const made = typeof found === 'function' ? await found(args, network.tables) : found
  if (made instanceof Response) return made
  if (!Array.isArray(made)) return json(made ?? null)
  const { searchParams } = new URL(request.url)
  return listResponse(selectRows(made as Row[], pagingOnly(searchParams)), searchParams, request)
}

/** Arguments of a call that is read are not conditions. */
function pagingOnly(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name]) => ['order', 'limit', 'offset'].includes(name)))
}

function tableOf(tables: Map<string, Row[]>, name: string): Row[] {
  const rows = tables.get(name) ?? []
  tables.set(name, rows)
  return rows
}

function answerTable(network: Network, name: string, request: Request, body: unknown): Response {
  const rows = network.tables[name] as Row[]
  const { searchParams } = new URL(request.url)
  const found = selectRows(rows, searchParams)
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return listResponse(found, searchParams, request)
    case 'PATCH':
      for (const row of found) Object.assign(row, body, { updated_at: new Date().toISOString() })
      return writtenResponse(found, request)
    case 'DELETE':
      for (const row of found) rows.splice(rows.indexOf(row), 1)
      return writtenResponse(found, request)
    case 'POST': {
      const added = [body].flat().map((row) => insert(rows, row as Row, request, searchParams))
      return writtenResponse(added, request, 201)
    }
  }
  throw new Error('No such method')
}

function insert(rows: Row[], values: Row, request: Request, parameters: URLSearchParams): Row {
  const keys = parameters.get('on_conflict')?.split(',') ?? ['id']
  const present = rows.find((row) => keys.every((key) => key in values && row[key] === values[key]))
  if (present && request.headers.get('prefer')?.includes('resolution=merge-duplicates'))
    return Object.assign(present, values)
  const now = new Date().toISOString()
  const row = { id: crypto.randomUUID(), created_at: now, updated_at: now, ...values }
  rows.push(row)
  return row
}

function listResponse(found: Row[], parameters: URLSearchParams, request: Request): Response {
  const offset = Number(parameters.get('offset') ?? 0)
  const limit = Number(parameters.get('limit') ?? Number.POSITIVE_INFINITY)
  const page = found.slice(offset, offset + limit)
  if (isSingle(request)) return singleResponse(page)
  const total = request.headers.get('prefer')?.includes('count=') ? found.length : '*'
  if (offset > 0 && offset >= found.length && total !== '*') {
    return json(
      { code: 'PGRST103', message: 'Requested range not satisfiable', details: '', hint: null },
      416,
      {
        'content-range': `*/${total}`,
      },
    )
  }
  const range = page.length ? `${offset}-${offset + page.length - 1}` : '*'
  return json(page, 200, { 'content-range': `${range}/${total}` })
}

function writtenResponse(written: Row[], request: Request, status = 200): Response {
  const prefer = request.headers.get('prefer') ?? ''
  if (prefer.includes('return=representation')) {
    return isSingle(request)
      ? singleResponse(written, status)
      : json(written, status, { 'content-range': `*/${written.length}` })
  }
  return json(null, 204, { 'content-range': `*/${written.length}` })
}

const isSingle = (request: Request): boolean =>
  request.headers.get('accept')?.includes('vnd.pgrst.object') ?? false

function singleResponse(rows: Row[], status = 200): Response {
  if (rows.length === 1) return json(rows[0], status)
  const details = `The result contains ${rows.length} rows`
  return json(
    { code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object', details, hint: null },
    406,
  )
}
