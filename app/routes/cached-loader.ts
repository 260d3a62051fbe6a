import type { LoaderFunctionArgs } from 'react-router'
import { type QueryParameter, type QueryValues, readQuery } from '#core/query-parameters.ts'

/** What a loader of a cached page gets: of its address only the path, and the query parameters that it declares. */
export type CachedLoaderArgs<Args, Name extends QueryParameter = never> = Omit<Args, 'request' | 'url'> & {
  query: Pick<QueryValues, Name>
}

/** A loader that says which query parameters its result depends on. */
export interface CachedLoader<Args, Result> {
  (args: Args): Result
  readonly parameters: readonly QueryParameter[]
}

/**
 * Declares that the result of this loader is the same for everyone, and depends on nothing of the address but its path and
 * `parameters`; the loader cannot read any other. A page is cached if its own loader is declared so, and every other loader
 * that it needs; the page cache makes its keys of the parameters (server/pages/page-cache/page-key.ts). A page that has
 * no such loader is rendered for each request.
 */
export function cachedLoader<Args extends LoaderFunctionArgs, Result, Name extends QueryParameter = never>(
  parameters: readonly Name[],
  load: (args: CachedLoaderArgs<Args, NoInfer<Name>>) => Result,
): CachedLoader<Args, Result> {
  const loader = ({ request: _request, url, ...rest }: Args) =>
    load({ ...rest, query: readQuery(url.searchParams, parameters) })
  return Object.assign(loader, { parameters })
}
