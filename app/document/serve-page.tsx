import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaDescriptor,
  Params,
  UNSAFE_DataWithResponseInit as WithResponseInit,
} from 'react-router'
import { serverContext } from '#app/context.ts'
import { noteWithoutDatabase, respondWith } from '#app/document/documents.ts'
import { ErrorScreen } from '#app/document/error-screen.tsx'
import type { ArticleVersion, PageContext } from '#app/document/page-context.ts'
import { PageFrame } from '#app/document/page-frame.tsx'
import { siteDataOf } from '#app/document/site-data.server.ts'
import { writePage } from '#app/document/write-page.tsx'
import { isDatabaseAway } from '#core/data/client.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import { SPECULATION_RULES_PATH } from '#core/paths.ts'

type Load = (args: never) => unknown

/** What a function of a page returns, without its status and headers. */
type Returned<Function> = Function extends (...args: never) => infer Result
  ? Plain<Awaited<Result>>
  : undefined
type Plain<Result> = Result extends WithResponseInit<infer Data> ? Data : Result

export interface PageProps<Loader, Action = undefined> {
  loaderData: Returned<Loader>
  /** Undefined where no form was sent. */
  actionData: Returned<Action> | undefined
  params: Params
}

export interface PageMetaArgs<Loader> {
  page: PageContext
  loaderData: Returned<Loader>
}

interface PageParts<Loader, Action> {
  load: Loader
  /** Handles a form that was sent; the page is written after it. */
  act?: Action
  headers?: HeadersInit
  meta(args: PageMetaArgs<Loader>): MetaDescriptor[]
  Page(props: PageProps<Loader, Action>): React.ReactNode
}

type Args = LoaderFunctionArgs | ActionFunctionArgs

/**
 * Makes the loader of a page for readers, which answers with the whole document: React writes it on the server alone. It is the action
 * too, where the page has forms. A page whose `load` was made by `cachedLoader` is cached.
 */
export function servePage<Loader extends Load, Action extends Load | undefined = undefined>({
  load,
  act,
  headers,
  meta,
  Page,
}: PageParts<Loader, Action>) {
  async function serve(args: Args): Promise<Response> {
    const { url, params, context, request } = args
    const server = context.get(serverContext)
    const page: PageContext = { pathname: url.pathname, search: url.search, site: undefined }
    try {
      page.site = siteDataOf(server)
      const acted = request.method === 'POST' && act ? apart(await act(args as never)) : undefined
      const loaded = apart(await load(args as never))
      const loaderData = loaded.data as Returned<Loader>
      page.versions = versionsIn(loaderData)
      const answered = new Headers(headers)
      for (const [name, value] of new Headers(loaded.init?.headers)) answered.set(name, value)
      const written = writePage({
        page,
        settings: server.settings,
        meta: meta({ page, loaderData }),
        mayFrame: answered.get('x-frame-options') === 'SAMEORIGIN' ? "'self'" : undefined,
        content: (
          <PageFrame>
            <Page
              loaderData={loaderData}
              actionData={acted?.data as Returned<Action> | undefined}
              params={params}
            />
          </PageFrame>
        ),
      })
      return respond(written, {
        status: acted?.init?.status ?? loaded.init?.status ?? 200,
        headers: answered,
      })
    } catch (error) {
      if (error instanceof Response) return error
      return respondToError(error, args, page)
    }
  }
  return Object.assign(serve, { Page }, 'parameters' in load && { parameters: load.parameters })
}

function apart(returned: unknown): { data: unknown; init?: ResponseInit | null } {
  const isWithInit = returned !== null && typeof returned === 'object' && 'type' in returned
  return isWithInit && returned.type === 'DataWithResponseInit'
    ? (returned as WithResponseInit<unknown>)
    : { data: returned }
}

/** The versions of the article that a page shows, to which the language menu leads. */
function versionsIn(loaderData: unknown): readonly ArticleVersion[] | undefined {
  const { versions } = (loaderData ?? {}) as { versions?: unknown }
  return Array.isArray(versions) ? versions : undefined
}

/** Errors of a visitor's making never get here; where the database is away there is nothing to log for each request. */
function respondToError(error: unknown, { context, request }: Args, page: PageContext): Response {
  const { settings, requestId } = context.get(serverContext)
  const isAway = isDatabaseAway(error)
  if (isAway) noteWithoutDatabase(request)
  else if (!request.signal.aborted) console.error(error)
  const status = isAway ? 503 : 500
  const t = publicationTranslator(settings, languageOfUrl(page))
  const id = requestId()
  const written = writePage({
    page,
    settings,
    meta: [{ title: `${t('error.unexpected.title')} - ${t('site.name')}` }],
    content: <ErrorScreen status={500} reference={id && t('error.reference', { id })} />,
  })
  return respond(written, { status, headers: new Headers() })
}

function respond({ body, policy }: ReturnType<typeof writePage>, init: { status: number; headers: Headers }) {
  init.headers.set('speculation-rules', `"${SPECULATION_RULES_PATH}"`)
  // Vite's live updates need inline scripts of their own, and a socket.
  if (import.meta.env.PROD) init.headers.set('content-security-policy', policy)
  return respondWith(body, init)
}
