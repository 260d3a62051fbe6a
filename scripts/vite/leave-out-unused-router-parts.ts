import type { Plugin } from 'vite'

/** Modules and their replacements in the browser's build. Each behaves like the original while its feature is off. */
const REPLACEMENTS: Record<string, string> = {
  // No instrumentations are passed to the router.
  'router/instrumentation.js': `
    const nothing = () => undefined
    export const instrumentClientSideRouter = (router) => router
    export {
      nothing as consumeInstrumentationClientResultMetaReceiver, nothing as getRouteInstrumentationUpdates,
      nothing as instrumentHandler, nothing as instrumentationResultMetaContext,
    }`,
  // Routes are not discovered lazily: routeDiscovery.mode is 'initial'.
  'dom/ssr/fog-of-war.js': `
    const nothing = () => undefined
    export const isFogOfWarEnabled = () => false
    export const URL_LIMIT = 7680
    export {
      nothing as getManifestPath, nothing as getPartialManifest, nothing as getPatchRoutesOnNavigationFunction,
      nothing as getPathsWithAncestors, nothing as handleClientVersionMismatch, nothing as useFogOFWarDiscovery,
    }`,
}

/**
 * Leaves out parts of React Router that are switched off here, but that a bundler cannot recognise as unused: 2 kB of the
 * 100 kB that a page may load. React Router's version is pinned, and the build fails when one of these files is not found.
 */
export function leaveOutUnusedRouterParts(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'leave-out-unused-router-parts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      const part = Object.keys(REPLACEMENTS).find((name) =>
        id.endsWith(`react-router/dist/production/lib/${name}`),
      )
      if (!part) return null
      replaced.add(part)
      return REPLACEMENTS[part] ?? null
    },
    buildEnd(error) {
      const missed = Object.keys(REPLACEMENTS).filter((name) => !replaced.has(name))
      if (!error && missed.length > 0) this.error(`React Router has changed: ${missed.join(', ')} not found`)
    },
  }
}
