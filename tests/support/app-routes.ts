import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import appRoutes from '#app/routes.ts'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

const MODULES = import.meta.glob<Route['module']>([
  '../../app/root.tsx',
  '../../app/{,admin/*/}routes/**/*.{ts,tsx}',
])

/** The routes of app/routes.ts with their modules, as the build lists them. */
export async function loadAppRoutes(): Promise<Routes> {
  const root: RouteConfigEntry = { file: 'root.tsx', path: '', children: await appRoutes }
  return Object.fromEntries((await listRoutes(root)).map((route) => [route.id, route]))
}

async function listRoutes(entry: RouteConfigEntry, parentId?: string): Promise<Route[]> {
  const { file, path, index, children = [] } = entry
  const id = entry.id ?? file.replace(/\.tsx?$/, '')
  const module = await MODULES[`../../app/${file}`]?.()
  if (!module) throw new Error(`There is no ${file}`)
  const route: Route = {
    id,
    module,
    ...(parentId !== undefined && { parentId }),
    ...(path !== undefined && { path }),
    ...(index !== undefined && { index }),
  }
  return [route, ...(await Promise.all(children.map((child) => listRoutes(child, id)))).flat()]
}
