const ISLANDS = {
  saved: () => import('#app/reader/saved-island.tsx'),
  confirm: () => import('#app/reader/confirm-island.tsx'),
  mirror: () => import('#app/mirror/search-island.tsx'),
  unsaved: () => import('#app/reader/unsaved-island.tsx'),
}

/** Starts the parts of a page that are React's in the browser too. If one cannot be loaded, the page is as without scripts. */
export function startIslands(): void {
  for (const [name, load] of Object.entries(ISLANDS)) {
    const island = document.querySelector<HTMLElement>(`[data-island=${name}]`)
    if (!island) continue
    load()
      .then(({ start }) => start(island))
      .catch((error: unknown) => {
        console.error(error)
        const without = island.querySelector('noscript')?.textContent
        if (without) island.innerHTML = without
      })
  }
}
