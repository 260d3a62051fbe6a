interface Watching {
  /** The text of the same article is another one. */
  onChange(): void
  /** The page shows something else. */
  onLeave(): void
}

/** Watches what the page does with an article that is read: React may put another text or another article into the same element. */
export function watchArticle(article: Element, { onChange, onLeave }: Watching) {
  const path = location.pathname + location.search
  let seen = article.textContent
  const observer = new MutationObserver(() => {
    if (!article.isConnected || location.pathname + location.search !== path) return onLeave()
    const now = article.textContent
    if (now === seen) return
    seen = now
    onChange()
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return { close: () => observer.disconnect() }
}
