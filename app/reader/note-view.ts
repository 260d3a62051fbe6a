/**
 * Asks for the page again that was loaded ahead of the click, so that the server counts that it is looked at: what browsers load ahead it
 * does not count. The answer is that the page has not changed.
 */
export function noteViewFromPrefetch(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const wasLoadedAhead =
    navigation && 'deliveryType' in navigation && navigation.deliveryType === 'navigational-prefetch'
  const note = () => void fetch(location.href, { cache: 'no-cache', keepalive: true }).catch(() => {})
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', note, { once: true })
  else if (wasLoadedAhead) note()
}
