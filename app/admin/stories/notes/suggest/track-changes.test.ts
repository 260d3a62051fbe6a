import { EditorSelection, EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { restartedTracking } from './track-changes.client.ts'

const BASE = 'The ferry left.\nNobody saw it.'

/** A text in which somebody writes at a place, shown again with changes of another text. */
function shownAgain(doc: string, cursor: number, base: string, insert: string) {
  const state = EditorState.create({ doc, selection: EditorSelection.cursor(cursor) })
  const changes = insert ? [{ from: base.length, to: base.length, insert }] : []
  const { state: after } = state.update(restartedTracking(state, base, changes))
  return { text: after.doc.toString(), cursor: after.selection.main.head }
}

test('what is typed goes on where it was when changes begin to be tracked', () => {
  const text = `${BASE} The ha`
  expect(shownAgain(text, text.length, BASE, ' The ha')).toEqual({ text, cursor: text.length })
})

test('a change by somebody else moves the cursor with the words around it', () => {
  const text = `${BASE} The ha`
  const base = BASE.replace('ferry', 'old ferry')
  const next = `${base} The ha`
  expect(shownAgain(text, text.length, base, ' The ha')).toEqual({ text: next, cursor: next.length })
  expect(shownAgain(text, 3, base, ' The ha')).toEqual({ text: next, cursor: 3 })
})

test('without changes the text of the article is shown', () => {
  expect(shownAgain(`${BASE} The ha`, 2, BASE, '')).toEqual({ text: BASE, cursor: 2 })
})
