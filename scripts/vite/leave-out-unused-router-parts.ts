import type { Plugin } from 'vite'

/** Replaced by these in the browser's build; each answers as the real one does while its feature is off. */
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
 * Leaves parts of React Router out of the reader's first load that are switched off here but that no bundler can see to be
 * unused: 2 kB of the 100 kB a page may cost. React Router is pinned, and a build fails when a file is not where it was.
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
