import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  UNSAFE_DataWithResponseInit as WithResponseInit,
} from 'react-router'
import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { OwnPart } from '#app/components/layout/own-navigation.tsx'
import { SiteHeader } from '#app/components/layout/site-header.tsx'
import { SkipLink } from '#app/components/ui/skip-link.tsx'
import { type ServerContext, serverContext } from '#app/context.ts'
import { noteWithoutDatabase, respondWith } from '#app/document/documents.ts'
import { ErrorScreen } from '#app/document/error-screen.tsx'
import type { WrittenDocument } from '#app/document/insert-parts.ts'
import { NotFound } from '#app/document/not-found.server.ts'
import type { ArticleVersion, PageContext } from '#app/document/page-context.ts'
import { pageEndOf } from '#app/document/page-end.tsx'
import { siteDataOf } from '#app/document/site-data.server.ts'
import { writePage } from '#app/document/write-page.tsx'
import { PageHead, type PageMeta } from '#app/head/page-head.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { translatorOf } from '#app/messages.ts'
import { isDatabaseAway } from '#core/data/client.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { SPECULATION_RULES_PATH } from '#core/paths.ts'
import { type QueryParameter, type QueryValues, readQuery } from '#core/query-parameters.ts'

/** The part of a request that its page may use. */
export interface PageRequest extends Pick<LoaderFunctionArgs, 'context' | 'params' | 'pattern'> {
  server: ServerContext
  /** The language of the address. */
  language: Language
  /** Translates into it. */
  t: Translate
}

type WholeAddress = Pick<LoaderFunctionArgs, 'request' | 'url'>
type Declared<Names> = Names extends readonly QueryParameter[]
  ? { query: Pick<QueryValues, Names[number]> }
  : WholeAddress

/** The result of a page's function, without its status and headers. */
type Plain<Result> = Result extends WithResponseInit<infer Data> ? Data : Result

/** The data that a page is written from. */
export interface PageView<Loaded, Acted = undefined> extends Pick<PageRequest, 'params' | 'language' | 't'> {
  site: SiteData
  loaderData: Plain<Awaited<Loaded>>
  /** Undefined where no form was sent. */
  actionData: Plain<Awaited<Acted>> | undefined
}

interface PageParts<Names, Loaded, Acted> {
  /**
   * The query parameters on which the page depends beside its language. With this list, even if it is empty, the page is the same for
   * everyone and may be cached, and `load` reads nothing else of the request. Without it the page is rendered for each request.
   */
  parameters?: Names
  /** Loads the data of the page. It may return `data(…)` for another status than 200, and throw a redirect, or `notFound`. */
  load?(asked: PageRequest & Declared<Names>): Loaded
  /** Handles a form that was sent; the page is written after it. A route with it exports its loader as `action` too. */
  act?(asked: PageRequest & WholeAddress): Acted
  headers?: HeadersInit
  /** Describes the head of the page. */
  describe(view: PageView<Loaded, Acted>): PageMeta
  Page(view: PageView<Loaded, Acted>): React.ReactNode
}

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** Makes the loader of a page for readers, which answers with the whole document: React writes it on the server alone. */
export function servePage<
  Loaded = undefined,
  Acted = undefined,
  const Names extends readonly QueryParameter[] | undefined = undefined,
>({ parameters, load, act, headers, describe, Page }: PageParts<Names, Loaded, Acted>) {
  const declared = parameters && (['lang', ...parameters] as const)

  async function serve({ request, url, ...rest }: Args): Promise<Response> {
    const server = rest.context.get(serverContext)
    const page: PageContext = { pathname: url.pathname, search: url.search, site: undefined }
    try {
      const site = siteDataOf(server)
      page.site = site
      const language = languageOfUrl(url)
      const asked = { ...rest, server, language, t: translatorOf(language, server.settings) }
      const whole = { request, url }
      const address = declared ? { query: readQuery(url.searchParams, declared) } : whole
      const acted = request.method === 'POST' ? apart(await act?.({ ...asked, ...whole })) : undefined
      const loaded = apart(await load?.({ ...asked, ...(address as Declared<Names>) }))
      page.versions = versionsIn(loaded.data)
      const answered = new Headers(headers)
      for (const [name, value] of new Headers(loaded.init?.headers)) answered.set(name, value)
      const { params, t } = asked
      const known = { params, language, t, site, loaderData: loaded.data, actionData: acted?.data }
      const view = known as PageView<Loaded, Acted>
      const written = await writePage({
        page,
        settings: server.settings,
        head: <PageHead {...describe(view)} />,
        mayFrame: answered.get('x-frame-options') === 'SAMEORIGIN' ? "'self'" : undefined,
        content: (
          <PageFrame>
            <Page {...view} />
          </PageFrame>
        ),
        end: pageEndOf(server.settings, page),
      })
      const status = acted?.init?.status ?? loaded.init?.status ?? 200
      return respond(written, { status, headers: answered })
    } catch (error) {
      if (error instanceof Response) return error
      if (error instanceof NotFound) return respondToNothing(error, { server, page })
      return respondToError(error, { request, server, page })
    }
  }
  return Object.assign(serve, { Page }, declared && { parameters: declared })
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

async function respondToNothing(
  { screen }: NotFound,
  { server, page }: { server: ServerContext; page: PageContext },
): Promise<Response> {
  const written = await writePage({
    page,
    settings: server.settings,
    head: <PageHead title={screen.title} hidden />,
    content: (
      <PageFrame>
        <MessageScreen {...screen} />
      </PageFrame>
    ),
    end: pageEndOf(server.settings, page),
  })
  return respond(written, { status: 404, headers: new Headers() })
}

/** Errors of a visitor's making never get here; where the database is away there is nothing to log for each request. */
async function respondToError(
  error: unknown,
  { request, server, page }: { request: Request; server: ServerContext; page: PageContext },
): Promise<Response> {
  const { settings, requestId } = server
  const isAway = isDatabaseAway(error)
  if (isAway) noteWithoutDatabase(request)
  else if (!request.signal.aborted) console.error(error)
  const status = isAway ? 503 : 500
  const t = publicationTranslator(settings, languageOfUrl(page))
  const id = requestId()
  const written = await writePage({
    page,
    settings,
    head: <title>{`${t('error.unexpected.title')} - ${t('site.name')}`}</title>,
    content: <ErrorScreen status={500} reference={id && t('error.reference', { id })} />,
  })
  return respond(written, { status, headers: new Headers() })
}

function respond({ body, policy }: WrittenDocument, init: { status: number; headers: Headers }) {
  init.headers.set('speculation-rules', `"${SPECULATION_RULES_PATH}"`)
  // Vite's live updates need inline scripts of their own, and a socket.
  if (import.meta.env.PROD) init.headers.set('content-security-policy', policy)
  return respondWith(body, init)
}

/** The part above every page for readers, and the page itself. The part below it is `page-end.tsx`. */
export function PageFrame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <SkipLink>{t('header.skip')}</SkipLink>
      <OwnPart name="notice" />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
    </>
  )
}
