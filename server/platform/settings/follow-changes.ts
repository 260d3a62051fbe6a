import { isOnEveryPage } from '#core/domain/settings.ts'
import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import { type Listening, listenForPageChanges } from '#server/platform/database/listen.ts'
import type { LiveSettings } from '#server/platform/settings/live-settings.ts'

/** The cached pages, which are evicted when settings or articles change. */
interface CachedPages {
  evict(tags: Iterable<string>): void
  evictAll(): void
}

const NO_PAGES: CachedPages = { evict() {}, evictAll() {} }
const SETTING = 'setting:'

/**
 * Listens to the database for changes of settings and articles. Settings are read before the pages that show them are evicted;
 * otherwise a page rendered in between would show the old settings until the next change.
 */
export function followChanges(
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
