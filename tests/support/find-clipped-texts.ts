import type { Page } from '@playwright/test'

/** The texts of a page that do not fit where they stand, and whatever makes the page itself scroll sideways. */
export function findClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth} px wide instead of ${root.clientWidth}`)
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    for (const element of document.querySelectorAll('body *')) {
      // Closed menus are laid out, but nobody sees them.
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const { scrollWidth, clientWidth } = element
      // Inline elements have no width of their own, and elements for screen readers alone have one pixel.
      if (clientWidth <= 1 || scrollWidth <= clientWidth + 1 || !hasText(element)) continue
      if (/auto|scroll/.test(getComputedStyle(element).overflowX)) continue
      found.push(`${scrollWidth} px in ${clientWidth}: ${element.outerHTML.slice(0, 200)}`)
    }
    return found
  })
}
