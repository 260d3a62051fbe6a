import type { RouteConfigEntry } from '@react-router/dev/routes'

/** What `app/routes.ts` imports from React Router's build tool, which runs on Node only. */

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
