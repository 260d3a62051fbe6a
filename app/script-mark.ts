import { createContext, useContext } from 'react'

/**
 * A value nobody could know while they wrote what the page shows. Our own inline scripts carry it as their nonce, so
 * that the policy allows them and nothing that found its way between them. None in the browser.
 */
export const ScriptMark = createContext<string | undefined>(undefined)

export function useScriptMark(): string | undefined {
  return useContext(ScriptMark)
}
