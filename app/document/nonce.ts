import { createContext, useContext } from 'react'

/**
 * A random value that nobody could know while they wrote what the page shows. Our own inline scripts carry it as their
 * nonce while the page is rendered, so that the policy can name their hashes and no others. Undefined in the browser.
 */
export const Nonce = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  return useContext(Nonce)
}
