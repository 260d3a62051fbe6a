import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Modules of React Router, the SHA-256 of the version that was replaced, and the replacement in the browser's build. */
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
  {
    // The root route has a layout, in which this shows nothing.
    module: 'dom/ssr/fallback.js',
    hash: '74cfc95228406395cfb36cbe5a1de34efeb4d3905d65de5b69a82a79b15a7f60',
    by: 'export const RemixRootDefaultHydrateFallback = () => null',
  },
  {
    // The root route has an error boundary. The one around it, for when that one fails, says the same without the stack.
    module: 'dom/ssr/errorBoundaries.js',
    hash: '2b5d5466a751b1a0c6627e956bb9973696f27adccbc936244121291d025ddb42',
    by: `
      import { Component, createElement as element } from 'react'
      export class RemixErrorBoundary extends Component {
        constructor(props) {
          super(props)
          this.state = { error: null, location: props.location }
        }
        static getDerivedStateFromError(error) {
          return { error }
        }
        static getDerivedStateFromProps({ location }, state) {
          return state.location === location ? null : { error: null, location }
        }
        render() {
          if (!this.state.error) return this.props.children
          const title = 'Application Error'
          return element('html', { lang: 'en' },
            element('head', null, element('title', null, title)),
            element('body', null, element('h1', null, title)))
        }
      }
      export const RemixRootDefaultErrorBoundary = () => null`,
  },
  {
    // Without the code of a page React Router would reload the present one, which is lost then if the network is.
    module: 'dom/ssr/routeModules.js',
    hash: '45f3a613573facb68627108934dc0d7dab433f1f4e999328df8eabda1a591412',
    by: `
      export async function loadRouteModule(route, modules) {
        try {
          return (modules[route.id] ??= await import(/* @vite-ignore */ route.module))
        } catch (error) {
          console.error(error)
          if (dispatchEvent(new CustomEvent('loadfailure', { cancelable: true }))) location.reload()
          await new Promise(() => {})
        }
      }`,
  },
]

/**
 * Replaces a part of React Router that would lose the present page, and four that are not used here, but that a bundler cannot
 * recognise as unused: 2 kB of the 100 kB that a page may load. The build fails when one of them is not the file that was replaced any
 * more.
 */
export function replaceRouterParts(): Plugin {
  const left = new Set(REPLACEMENTS)
  return {
    name: 'replace-router-parts',
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
        `React Router's ${part.module} has changed: compare it with its replacement in scripts/vite/replace-router-parts.ts`,
      )
    },
  }
}
