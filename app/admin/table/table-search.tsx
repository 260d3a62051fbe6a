import { useEffect, useRef, useState } from 'react'
import { TextField } from '#app/components/ui/field.tsx'

const PAUSE_MS = 300

interface TableSearchProps {
  label: string
  /** The search in the address. */
  value: string
  onSearch: (text: string) => void
}

/** The search field of a table; it searches after a pause in typing. */
export function TableSearch({ label, value, onSearch }: TableSearchProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)

  // The address can change otherwise, for example by the back button.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      onSearch(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])

  return (
    <TextField
      label={label}
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      className="min-w-0 grow basis-60"
    />
  )
}
