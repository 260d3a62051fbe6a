import { createContext, useContext } from 'react'

/** The header by which the renderer tells the server how this page's own scripts are marked; it leaves no further. */
export const SCRIPT_MARK_HEADER = 'x-script-mark'

/**
 * A value nobody could know while they wrote what the page shows. Our own inline scripts carry it as their nonce, so
 * that the policy allows them and nothing that found its way between them. None in the browser.
 */
export const ScriptMark = createContext<string | undefined>(undefined)

export function useScriptMark(): string | undefined {
  return useContext(ScriptMark)
}
