import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // The server builds aside and puts the result in place when it is whole.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
