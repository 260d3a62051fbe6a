import { expect, test } from 'vitest'
import { showInvisible } from '#app/admin/stories/notes/panel/note-text.tsx'

test.each(
  [0x07, 0xad, 0x34f, 0x115f, 0x180b, 0x200b, 0x2028, 0x202e, 0x206a, 0x3164, 0xfe0f, 0xfff9].concat(
    0x1d173,
    0xe0041,
  ),
)('the character %i is seen by its number', (code) => {
  const number = code.toString(16).toUpperCase().padStart(4, '0')
  expect(showInvisible(`a${String.fromCodePoint(code)}b`)).toBe(`a[U+${number}]b`)
})

test.each(['one\n\ttwo', '❤\uFE0F', '1\uFE0F\u20E3', '👩\u200D🚀', 'می\u200Cخوانم', 'e\u0301 🇩🇪'])(
  '%j stays as it is',
  (text) => expect(showInvisible(text)).toBe(text),
)
