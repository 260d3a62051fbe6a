import { sendConsoleToLog } from '#server/process/console-to-log.ts'
import { startInOrder } from '#server/start/start-in-order.ts'

/** The pages of this build; tests serve them through their own app. */
export const loadPages = () => import('#server/pages/page-build.ts')

/** Runs the site; called by `server/main.ts`. `publicDir` holds the files of this build that browsers may fetch. */
export function run({ publicDir }: { publicDir: string }): Promise<void> {
  return startInOrder(async (config, log) => {
    sendConsoleToLog(log)
    const { startSite } = await import('#server/start/start-site.ts')
    return startSite(config, log, { loadPages, publicDir, development: false })
  })
}
