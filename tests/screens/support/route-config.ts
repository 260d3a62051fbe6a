import type { RouteConfigEntry } from '@react-router/dev/routes'

/** The part of React Router's build tool that `app/routes.ts` imports; it runs on Node only. */

type Children = RouteConfigEntry[]

export function route(
  path: string,
  file: string,
  options: { id?: string } | Children = {},
  children: Children = [],
) {
  return Array.isArray(options) ? { path, file, children: options } : { path, file, children, ...options }
}

export const index = (file: string) => ({ index: true, file })

export function layout(file: string, options: { id?: string } | Children, children: Children = []) {
  return Array.isArray(options) ? { file, children: options } : { file, children, ...options }
}
