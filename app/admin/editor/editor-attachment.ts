import type { EditorView } from '@codemirror/view'
import { createContext } from 'react'

/** What the page adds to the Markdown editor inside of it: called with its view, returns what to do when that goes. */
export type AttachToEditor = (view: EditorView) => () => void

export const EditorAttachment = createContext<AttachToEditor | null>(null)
