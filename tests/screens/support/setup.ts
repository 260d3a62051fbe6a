import { afterEach, beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import '#app/styles/app.css'
import '#app/styles/desk.css'
import '#app/styles/typefaces/editorial.css'
import { HEIGHT, WIDE } from '../../support/accessibility-looks.ts'
import { clearStorage } from './clear-storage.ts'
import { unexpectedErrors, watchConsole } from './console-errors.ts'
import { openRealtime } from './realtime.ts'
import { recordToasts } from './toasts.ts'
import { openUploads } from './uploads.ts'

openRealtime()
openUploads()

let stopRecording = () => {}

beforeEach(async () => {
  // The storage is cleared now and not after the test before, whose screen stores typed text when it is closed.
  await clearStorage()
  if (window.innerWidth !== WIDE) await page.viewport(WIDE, HEIGHT)
  stopRecording = recordToasts()
  watchConsole()
})

afterEach(() => {
  stopRecording()
  expect(unexpectedErrors()).toEqual([])
})
