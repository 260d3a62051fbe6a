import { createContext, useContext } from 'react'

/** The ids of what the server writes into the page. */
export const STYLES_ID = 'styles'
export const BOOT_ID = 'boot'

/** Told to the window once the page is hydrated. */
export const HYDRATED_EVENT = 'hydrated'

/**
 * What stands in the page itself. In the browser both are what the page came with; on the server the boot script is
 * rendered, and the style sheet, half of a page's size, is put in afterwards (`server/ssr/seal-page.ts`).
 */
export const InlineParts = createContext({ styles: textOf(STYLES_ID), boot: textOf(BOOT_ID) })

export function useInlineParts() {
  return useContext(InlineParts)
}

function textOf(id: string): string {
  return globalThis.document?.getElementById(id)?.textContent ?? ''
}
