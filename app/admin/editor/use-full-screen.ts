import { type RefObject, useEffect } from 'react'

/**
 * Makes the rest of the page inert while an element fills the screen, so that Tab stays in it. Dialogs that open later and the live
 * regions of toasts go on to work.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const outside: Element[] = []
    for (
      let node: Element | null = element.current;
      node && node !== document.body;
      node = node.parentElement
    ) {
      const siblings = [...(node.parentElement?.children ?? [])].filter((sibling) => sibling !== node)
      outside.push(...siblings.filter((sibling) => !sibling.hasAttribute('inert') && !hasLiveRegion(sibling)))
    }
    for (const node of outside) node.setAttribute('inert', '')
    document.documentElement.style.overflow = 'hidden'
    return () => {
      for (const node of outside) node.removeAttribute('inert')
      document.documentElement.style.overflow = ''
    }
  }, [element, isOn])
}

function hasLiveRegion(node: Element): boolean {
  return node.localName === 'section' && node.querySelector('[role=alert]') !== null
}
