import type { LoadPages, PageBuild } from '#server/features/pages/render-page.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/open-database.ts'
import { createLog, type Log, redirectConsoleToLog } from '#server/platform/log.ts'
import type { MirrorResult } from '#server/start/export-mirror.ts'
import { runSite, type Site } from '#server/start/run-site.ts'

let pages: Promise<PageBuild> | undefined

/** The pages of this build; tests serve them through their own app. Cached, because Node resolves each import anew. */
export const loadPages: LoadPages = () => {
  pages ??= import('#server/features/pages/page-build.ts')
  return pages
}

/** Starts a site of this build; tests start several in one process. */
export async function start(config: Config, log: Log, publicDir: string): Promise<Site> {
  const { startSite } = await import('#server/start/start-site.ts')
  return startSite(config, log, { loadPages, publicDir, development: false })
}

/** Runs one process of a site that has several; called by `server/main.ts`. */
export async function runOne({ publicDir }: { publicDir: string }): Promise<void> {
  const { runProcess } = await import('#server/supervisor/run-process.ts')
  return runProcess({ loadPages, publicDir, development: false })
}

/** Writes a static mirror of the site; called by `scripts/export.ts`. */
export async function mirror(
  site: { config: Config; database: Database; publicDir: string },
  options: { target: string; signal: AbortSignal },
): Promise<MirrorResult> {
  const { exportMirror } = await import('#server/start/export-mirror.ts')
  const pages = { loadPages, publicDir: site.publicDir, development: false }
  return exportMirror({ ...site, log: createLog(site.config.logLevel), pages }, options)
}

/** Runs the site; called by `server/main.ts`. `publicDir` holds the files of this build that browsers may fetch. */
export function run({ publicDir }: { publicDir: string }): Promise<void> {
  return runSite((config, log) => {
    redirectConsoleToLog(log)
    return start(config, log, publicDir)
  })
}
