import { createContext, useContext } from 'react'

/** The ids of what the server writes into the page. */
export const STYLES_ID = 'styles'
export const BOOT_ID = 'boot'

/** Told to the window once the page is hydrated. */
export const HYDRATED_EVENT = 'hydrated'

/** The style sheet and the boot script, from the server. In the browser they are what the page came with. */
export const InlineParts = createContext({ styles: textOf(STYLES_ID), boot: textOf(BOOT_ID) })

export function useInlineParts() {
  return useContext(InlineParts)
}

function textOf(id: string): string {
  return globalThis.document?.getElementById(id)?.textContent ?? ''
}
