import { useState } from 'react'

const STORED = 'review-letter-keys'

/** Whether single letters are commands: who dictates, or hits keys by accident, can switch that off in this browser. */
export function useLetterKeys(): [areOn: boolean, turn: (on: boolean) => void] {
  const [areOn, setAreOn] = useState(read)
  return [
    areOn,
    (on) => {
      setAreOn(on)
      try {
        if (on) localStorage.removeItem(STORED)
        else localStorage.setItem(STORED, 'off')
      } catch {
        // Without storage it counts until the page is left.
      }
    },
  ]
}

function read(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}
