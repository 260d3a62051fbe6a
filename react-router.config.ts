import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // server/build/run-build.ts sets the folder; another build never overwrites one that is being served.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build/by-hand',
  ssr: true,
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
