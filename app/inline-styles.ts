import { createContext, useContext } from 'react'

/** The id of the style element that the server writes into the page. */
export const STYLES_ID = 'styles'

/** The whole style sheet, from the server. In the browser it is what the page came with. */
export const InlineStyles = createContext(globalThis.document?.getElementById(STYLES_ID)?.textContent ?? '')

export function useInlineStyles(): string {
  return useContext(InlineStyles)
}
