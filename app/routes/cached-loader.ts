import type { LoaderFunctionArgs } from 'react-router'
import { type QueryParameter, type QueryValues, readQuery } from '#core/query-parameters.ts'

/** The arguments of the loader of a cached page: of the address only the path and the declared query parameters. */
export type CachedLoaderArgs<Args, Name extends QueryParameter = never> = Omit<Args, 'request' | 'url'> & {
  query: Pick<QueryValues, Name>
}

/** A loader with the query parameters on which its result depends. */
export interface CachedLoader<Args, Result> {
  (args: Args): Result
  readonly parameters: readonly QueryParameter[]
}

/**
 * Makes a loader whose result is the same for everyone and depends only on the path and these query parameters; it cannot read any others.
 * For responses that are not pages; those are made with `servePage` (app/document/serve-page.tsx). The page cache makes its keys from the
 * parameters (server/features/pages/page-cache/page-key.ts). Without them a response is made for each request.
 */
export function cachedLoader<Args extends LoaderFunctionArgs, Result, Name extends QueryParameter = never>(
  parameters: readonly Name[],
  load: (args: CachedLoaderArgs<Args, NoInfer<Name>>) => Result,
): CachedLoader<Args, Result> {
  const loader = ({ request: _request, url, ...rest }: Args) =>
    load({ ...rest, query: readQuery(url.searchParams, parameters) })
  return Object.assign(loader, { parameters })
}
