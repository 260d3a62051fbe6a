interface Watching {
  /** Something in the article is another than before. */
  onChange(): void
  /** The page shows something else. */
  onLeave(): void
}

/** Watches what the page does with an article that is read: React may put another text or another article into the same element. */
export function watchArticle(article: Element, { onChange, onLeave }: Watching) {
  const path = location.pathname + location.search
  const observer = new MutationObserver((records) => {
    if (!article.isConnected || location.pathname + location.search !== path) onLeave()
    else if (records.some(({ target }) => article.contains(target))) onChange()
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return { close: () => observer.disconnect() }
}
