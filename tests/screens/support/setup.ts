import { afterEach, beforeEach, expect, vi } from 'vitest'
import '#app/styles/app.css'
import '#app/styles/desk.css'
import '#app/styles/typefaces/editorial.css'
import { clearStorage } from './clear-storage.ts'
import { openRealtime } from './realtime.ts'
import { recordToasts } from './toasts.ts'
import { openUploads } from './uploads.ts'

openRealtime()
openUploads()

let expected: RegExp[] = []
let errors: string[] = []
let stopRecording = () => {}

/** Tells that the test will cause a console error that matches the pattern. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern)
}

beforeEach(async () => {
  // Not after the test before, whose screen stores what was typed when it is closed.
  await clearStorage()
  expected = []
  errors = []
  stopRecording = recordToasts()
  vi.spyOn(console, 'error').mockImplementation(
    (...parts: unknown[]) => void errors.push(parts.map(String).join(' ')),
  )
})

afterEach(() => {
  stopRecording()
  expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([])
})
