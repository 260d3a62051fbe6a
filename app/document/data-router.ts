import type { DataRouter } from 'react-router'

declare global {
  interface Window {
    /** React Router sets it before the first rendering in a browser. */
    __reactRouterDataRouter?: DataRouter
  }
}

/** The router, for code outside of components; undefined before hydration. */
export function dataRouter(): DataRouter | undefined {
  return window.__reactRouterDataRouter
}
