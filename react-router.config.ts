import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // Whoever builds says where (server/build/run-build.ts); what is built by hand harms no build that is being served.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build/by-hand',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
