import { expect, test, vi } from 'vitest'
import { openLocalCopies } from '#app/admin/stories/unsaved/local-copies.ts'

test('what is typed while the database of the browser is being opened is stored at once', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  // A database that never opens.
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const copies = openLocalCopies<{ id: string; text: string }>('admin-words', () => '')
  void copies.put({ id: 'a', text: 'A word' })
  expect(stored).toEqual(new Map([['admin-words:a', '{"id":"a","text":"A word"}']]))
})
