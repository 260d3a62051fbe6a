import { useState } from 'react'

const PREFIX = 'note:'

/** A text that is being written, stored in this browser until it is sent or given up. */
export function useKeptText(name: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(name) ?? initial)
  function change(next: string) {
    setText(next)
    try {
      if (next === initial) localStorage.removeItem(PREFIX + name)
      else localStorage.setItem(PREFIX + name, next)
    } catch {
      // Without storage it is lost with the page.
    }
  }
  return [text, change]
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}
