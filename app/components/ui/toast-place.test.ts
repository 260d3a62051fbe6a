import { expect, test } from 'vitest'
import { freePlace } from '#app/components/ui/toast-place.ts'

const ROOM = { left: 16, top: 16, right: 1016, bottom: 716 }
const SIZE = { width: 300, height: 80 }
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('a message is at the lower right, or in the next corner where nothing is', () => {
  expect(freePlace(SIZE, ROOM, [])).toEqual({ left: 716, top: 636 })
  expect(freePlace(SIZE, ROOM, [box(900, 660, 90, 40)])).toEqual({ left: 16, top: 636 })
  expect(freePlace(SIZE, ROOM, [box(16, 640, 1000, 60)])).toEqual({ left: 716, top: 16 })
})

test('between rows of buttons it is as low as there is room', () => {
  const rows = [0, 150, 300, 450, 600].map((top) => box(0, top, 1032, 40))
  expect(freePlace(SIZE, ROOM, rows)).toEqual({ left: 716, top: 520 })
  const left = rows.map((row) => ({ ...row, bottom: row.bottom + 60, right: 600 }))
  expect(freePlace(SIZE, ROOM, [...left, ...rows])).toEqual({ left: 716, top: 520 })
})

test('where everything is taken there is none', () => {
  expect(freePlace(SIZE, ROOM, [box(0, 0, 1032, 732)])).toBeNull()
  expect(freePlace({ width: 2000, height: 10 }, ROOM, [])).toBeNull()
})
