import { setTimeout as delay } from 'node:timers/promises'
import { type CategoryRow, sectionsOf } from '#core/domain/category.ts'
import type { PublishedPage } from '#core/domain/page.ts'
import { type EnvironmentSettings, isOnEveryPage, type Settings, settingsOf } from '#core/domain/settings.ts'
import type { DatabaseAddress, Sql } from '#server/platform/database/connection.ts'
import { type Listening, listenForPageChanges } from '#server/platform/database/listen.ts'
import type { Log } from '#server/platform/log.ts'

/** The settings in the memory of this process. */
export interface LiveSettings {
  /** The settings as they were read last. */
  current(): Settings
  /** The defaults that come from the environment. */
  environment: EnvironmentSettings
  /** Resolves once `current` returns what the database had after this call. */
  reload(): Promise<void>
  /** Ends retries; a query under way is not cancelled. */
  stop(): void
}

const RETRY_MS = 1_000

/**
 * Reads the settings, and again with every `reload`.
 * @throws when they cannot be read the first time
 */
export async function openSettings(options: {
  sql: Sql
  /** Defaults from the environment. */
  environment: EnvironmentSettings
  /** Called with settings before they are in force. They are read again if it fails. */
  prepare?: (settings: Settings) => Promise<void>
  log: Log
}): Promise<LiveSettings> {
  const { sql, environment, prepare, log } = options
  const stopping = new AbortController()
  let warned = ''

  async function read(): Promise<Settings> {
    // No limit is needed, because the table accepts only known keys.
    const rows = await sql<{ key: string; value: unknown }[]>`select key, value from public.settings`
    const categories = await sql<CategoryRow[]>`
      select slug, position, color, names, descriptions, retired_to from public.categories`
    const { settings, invalid } = settingsOf(rows, environment, sectionsOf(categories))
    const warning = invalid.toSorted().join(', ')
    if (warning && warning !== warned)
      log.warn(`Settings that this version cannot use are left out: ${warning}`)
    warned = warning
    await prepare?.(settings)
    return { ...settings, ...(await readPages(sql)) }
  }

  let settings = await read()

  /** Retries until it succeeds, because the change is announced only once. */
  async function readAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        settings = await read()
        return
      } catch {
        await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  let underWay = Promise.resolve()
  let next: Promise<void> | null = null
  return {
    current: () => settings,
    environment,
    reload() {
      // A query under way may have missed the change, so another one follows; all calls in the meantime share it.
      next ??= underWay.then(() => {
        next = null
        underWay = readAgain()
        return underWay
      })
      return next
    },
    stop() {
      stopping.abort()
    },
  }
}

/** The published pages, bounded by the database, and where pages were before. */
async function readPages(sql: Sql): Promise<Pick<Settings, 'pages' | 'pageRedirects'>> {
  const pages = await sql<PublishedPage[]>`
    select slug, min(position) as position, jsonb_object_agg(language, title) as titles
    from public.pages where published group by slug order by slug`
  const redirects = await sql<{ slug: string; leads_to: string }[]>`
    select slug, leads_to from private.page_redirects order by created_at desc limit ${MAX_REDIRECTS}`
  return { pages, pageRedirects: new Map(redirects.map(({ slug, leads_to }) => [slug, leads_to])) }
}

const MAX_REDIRECTS = 1000

/** The cached pages, which are evicted when settings or articles change. */
interface CachedPages {
  evict(tags: Iterable<string>): unknown
  evictAll(): void
}

const NO_PAGES: CachedPages = { evict() {}, evictAll() {} }
const SETTING = 'setting:'

/**
 * Listens to the database for changes of settings and articles. Settings are read before the pages that show them are evicted;
 * otherwise a page rendered in between would show the old settings until the next change.
 */
export function listenForChanges(
  address: DatabaseAddress,
  settings: Pick<LiveSettings, 'reload'>,
  pages: CachedPages = NO_PAGES,
): Promise<Listening> {
  return listenForPageChanges(address, {
    onChange(tags) {
      const keys = tags.filter((tag) => tag.startsWith(SETTING)).map((tag) => tag.slice(SETTING.length))
      if (keys.length === 0) return pages.evict(tags)
      void settings.reload().then(() => (keys.some(isOnEveryPage) ? pages.evictAll() : pages.evict(tags)))
    },
    onUnknown() {
      pages.evictAll()
      void settings.reload().then(pages.evictAll)
    },
  })
}
