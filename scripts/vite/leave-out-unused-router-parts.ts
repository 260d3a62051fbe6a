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
  // Without the code of a page the router would load the present page anew, which is lost then when it is the network that is lost.
  'dom/ssr/routeModules.js': `
    export async function loadRouteModule(route, modules) {
      try {
        return (modules[route.id] ??= await import(/* @vite-ignore */ route.module))
      } catch (error) {
        console.error(error)
        if (dispatchEvent(new CustomEvent('loadfailure', { cancelable: true }))) location.reload()
        await new Promise(() => {})
      }
    }`,
  // The root route has a layout, in which this shows nothing.
  'dom/ssr/fallback.js': `export const RemixRootDefaultHydrateFallback = () => null`,
  // The root route has an error boundary. The one around it, for when that one fails, says the same without the stack.
  'dom/ssr/errorBoundaries.js': `
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
