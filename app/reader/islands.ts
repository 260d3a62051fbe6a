/** The parts of a page that are React's in the browser too. */
export function startIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { island: name } = island.dataset
    if (name === 'saved') void import('#app/reader/saved-island.tsx').then(({ start }) => start(island))
    if (name === 'confirm') void import('#app/reader/confirm-island.tsx').then(({ start }) => start(island))
    if (name === 'unsaved') void import('#app/reader/unsaved-island.tsx').then(({ start }) => start(island))
  }
}
