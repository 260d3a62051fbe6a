import { createContext, useContext } from 'react'

/** The ids of the inline elements. */
export const STYLES_ID = 'styles'
export const BOOT_ID = 'boot'

/** The meta element with the key of the browser's client (`app/browser-client.ts`). */
export const PUBLISHABLE_KEY_META = 'publishable-key'

/** The contents of the inline style sheet and boot script. In the browser both are read from the document. */
export const InlineParts = createContext({ styles: textOf(STYLES_ID), boot: textOf(BOOT_ID) })

export function useInlineParts() {
  return useContext(InlineParts)
}

function textOf(id: string): string {
  return globalThis.document?.getElementById(id)?.textContent ?? ''
}
