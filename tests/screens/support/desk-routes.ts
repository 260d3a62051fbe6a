import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  type RouteObject,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router'
import { clientMiddleware } from '#app/admin/shell/routes/layout.tsx'
import routes from '#app/routes.ts'

/** The modules of the desk's routes, which are loaded when a screen is opened first. */
const modules = import.meta.glob<RouteModule>('/app/admin/*/routes/*.tsx')

/** The exports of a route module that a browser uses. */
interface RouteModule {
  default: Parameters<typeof withComponentProps>[0]
  clientLoader?: RouteObject['loader']
  ErrorBoundary?: Parameters<typeof withErrorBoundaryProps>[0]
  shouldRevalidate?: RouteObject['shouldRevalidate']
  handle?: RouteObject['handle']
}

/** The routes of the desk, as `app/routes.ts` lists them. */
export const deskRoutes: RouteObject[] = routes.filter(({ path }) => path === 'admin').map(asRouteObject)

function asRouteObject({ path, index, file, id, children }: RouteConfigEntry): RouteObject {
  const load = modules[`/app/${file}`]
  if (!load) throw new Error(`${file} is no module of the desk`)
  const common = {
    id: id ?? file.replace(/\.tsx$/, ''),
    ...(path !== undefined && { path }),
    // React Router has to know it before it loads a module.
    ...(file === 'admin/shell/routes/layout.tsx' && {
      middleware: clientMiddleware as unknown as NonNullable<RouteObject['middleware']>,
    }),
    HydrateFallback: Nothing,
    lazy: async () => asProperties(await load()),
  }
  return index ? { ...common, index } : { ...common, children: (children ?? []).map(asRouteObject) }
}

const known = new Map<RouteModule, ReturnType<typeof makeProperties>>()

/** The properties that React Router makes of a module's exports: the same for all of its routes, so that a component stays between them. */
function asProperties(module: RouteModule) {
  const properties = known.get(module) ?? makeProperties(module)
  known.set(module, properties)
  return properties
}

function makeProperties({
  default: Component,
  clientLoader,
  ErrorBoundary,
  shouldRevalidate,
  handle,
}: RouteModule) {
  return {
    handle,
    Component: withComponentProps(Component),
    ...(clientLoader && { loader: clientLoader }),
    ...(ErrorBoundary && { ErrorBoundary: withErrorBoundaryProps(ErrorBoundary) }),
    ...(shouldRevalidate && { shouldRevalidate }),
  }
}

function Nothing() {
  return null
}
