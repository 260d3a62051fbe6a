import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Modules of React Router, the SHA-256 of what they were when they were replaced, and what they are in the browser's build. */
const REPLACEMENTS = [
  {
    // No instrumentations are passed to the router.
    module: 'router/instrumentation.js',
    hash: '80f3af8400627f5f86f0e5b8bb3b89350282c742ef8f8b42c02714433aff375c',
    by: `
      const nothing = () => undefined
      export const instrumentClientSideRouter = (router) => router
      export {
        nothing as consumeInstrumentationClientResultMetaReceiver, nothing as getRouteInstrumentationUpdates,
        nothing as instrumentHandler, nothing as instrumentationResultMetaContext,
      }`,
  },
  {
    // Routes are not discovered lazily: routeDiscovery.mode is 'initial'.
    module: 'dom/ssr/fog-of-war.js',
    hash: 'eb9a6c534f1fb499f2e1a689e948fa9c882815525bc429e861dea024d2b22a30',
    by: `
      const nothing = () => undefined
      export const isFogOfWarEnabled = () => false
      export const URL_LIMIT = 7680
      export {
        nothing as getManifestPath, nothing as getPartialManifest, nothing as getPatchRoutesOnNavigationFunction,
        nothing as getPathsWithAncestors, nothing as handleClientVersionMismatch, nothing as useFogOFWarDiscovery,
      }`,
  },
]

/**
 * Leaves out two parts of React Router that are switched off here, but that a bundler cannot recognise as unused: 2 kB of the 100 kB
 * that a page may load. The build fails when one of them is not the file that was replaced any more.
 */
export function leaveOutUnusedRouterParts(): Plugin {
  const left = new Set(REPLACEMENTS)
  return {
    name: 'leave-out-unused-router-parts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const part = REPLACEMENTS.find(({ module }) =>
        id.endsWith(`react-router/dist/production/lib/${module}`),
      )
      if (!part || createHash('sha256').update(code).digest('hex') !== part.hash) return null
      left.delete(part)
      return { code: part.by, map: null }
    },
    buildEnd(error) {
      const [part] = left
      if (error || !part) return
      this.error(
        `React Router's ${part.module} has changed: compare it with its replacement in scripts/vite/leave-out-unused-router-parts.ts`,
      )
    },
  }
}
