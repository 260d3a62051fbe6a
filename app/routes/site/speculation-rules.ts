import { cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import {
  CONFIRM_SUBSCRIPTION_PATH,
  NEWSLETTER_CLICK_PATH,
  PREFERENCES_PATH,
  SAVED_PATH,
  SUBSCRIBE_PATH,
  UNSUBSCRIBE_PATH,
} from '#core/paths.ts'

/** Paths that are not pages for readers, or are of one reader alone. */
const APART = [
  '/admin',
  '/preview',
  SAVED_PATH,
  CONFIRM_SUBSCRIPTION_PATH,
  SUBSCRIBE_PATH,
  UNSUBSCRIBE_PATH,
  PREFERENCES_PATH,
  '/newsletter/erase',
  NEWSLETTER_CLICK_PATH,
  '/functions',
  '/feeds',
  '/storage',
]

/** Links to pages for readers. The page of another language would be stored as the choice of its language, so it waits for the click. */
const LINKS = {
  and: [
    { href_matches: '/*' },
    ...APART.map((path) => ({ not: { href_matches: `${path}{/*}?` } })),
    { not: { selector_matches: '[data-language], [target], [download]' } },
  ],
}

/**
 * The pages that browsers may load ahead: they fetch one that a reader points at, and render one that is being pressed. They do neither
 * where a reader saves data (https://html.spec.whatwg.org/multipage/speculative-loading.html).
 */
const RULES = {
  prefetch: [{ where: LINKS, eagerness: 'moderate' }],
  prerender: [{ where: LINKS, eagerness: 'conservative' }],
}

export const loader = cachedLoader([], () =>
  machineResponse(JSON.stringify(RULES), { type: 'application/speculationrules+json' }),
)
