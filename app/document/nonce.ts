import { createContext, useContext } from 'react'

/**
 * The nonce of our own inline scripts while a page is rendered. It is random, so content cannot contain it, and the policy gets the
 * hashes of exactly these scripts. Undefined in the browser.
 */
export const Nonce = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  return useContext(Nonce)
}
