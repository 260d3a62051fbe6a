import { sendConsoleToLog } from '#server/process/console-to-log.ts'
import { startInOrder } from '#server/start-in-order.ts'

/** The pages; tests put a server of their own in front of them. */
export const loadPages = () => import('#server/pages/page-build.ts')

/** The site as it ships, which `server/main.ts` runs. `publicDir` holds what browsers may fetch of this build. */
export function run({ publicDir }: { publicDir: string }): Promise<void> {
  return startInOrder(async (config, log) => {
    sendConsoleToLog(log)
    const { startSite } = await import('#server/start-site.ts')
    return startSite(config, log, { loadPages, publicDir, development: false })
  })
}
