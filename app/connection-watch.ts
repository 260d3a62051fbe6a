import type { DataRouter } from 'react-router'
import { announce } from '#app/components/ui/toast.tsx'
import { dataRouter } from '#app/document/data-router.ts'
import { LOAD_FAILURE_EVENT, type LoadFailure } from '#app/document/load-failure.ts'
import { translatorOf } from '#app/messages.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'

/** The place in the history of the page that is shown. */
let shown = 0

/**
 * From now on a page stays as it is, and says so, when its network is lost during a navigation. Where the server can be reached
 * nevertheless, because only a file is missing since the site was built anew, it renders the page that is wanted.
 */
export function watchConnection(): void {
  const router = dataRouter()
  if (!router) return
  shown = indexOfEntry()
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') shown = indexOfEntry()
  })
  window.addEventListener(LOAD_FAILURE_EVENT, (event) => {
    const { detail } = event as CustomEvent<LoadFailure>
    const { location } = router.state.navigation
    // The first page has an error screen of its own.
    if (detail === true && !location) return
    event.preventDefault()
    const path = typeof detail === 'string' ? detail : location && pathOf(location)
    if (path) void leadOn(router, path)
  })
}

async function leadOn(router: DataRouter, path: string): Promise<void> {
  const { navigation } = router.state
  const isReachable = await fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  // The reader may have gone elsewhere meanwhile.
  if (router.state.navigation !== navigation) return
  if (isReachable) window.location.assign(path)
  else keepPage(router)
}

function keepPage(router: DataRouter): void {
  const { location, navigation, loaderData } = router.state
  const t = translatorOf(languageOfUrl(location), loaderData.root ?? DEFAULT_SITE_WORDS)
  announce({
    title: t('connection.lost.title'),
    description: t('connection.lost.text'),
    variant: 'destructive',
  })
  const away = shown - indexOfEntry()
  // Back and Forward have changed the address already. The page that is shown fails to load as well, and is kept then.
  if (away !== 0) history.go(away)
  else if (navigation.location)
    void router.navigate(pathOf(location), {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    })
}

/** The place of the present entry in the history, as the router counts. */
function indexOfEntry(): number {
  return history.state?.idx ?? 0
}

function pathOf({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}
